import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accessTokens } from '#shared/accounts/access-tokens.ts';
import type { AccessToken } from '#shared/accounts/access-tokens.ts';
import { formatDateTime } from '#shared/values/dates.ts';
import { query } from '#web/api/query.ts';
import { RemoveTokenQuestion } from '#web/features/access-tokens/RemoveTokenQuestion.tsx';
import { ScopeBadge } from '#web/features/access-tokens/ScopeBadge.tsx';
import { messageOf } from '#web/lib/errors.ts';
import { loadable } from '#web/lib/loadable.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import items from '#web/ui/lists/Items.module.css';
import { PartStates } from '#web/ui/states/PartStates.tsx';

const NewTokenDialog = loadable(
  async () => (await import('#web/features/access-tokens/NewTokenDialog.tsx')).NewTokenDialog,
);

/** The user's own access tokens: which programs use them, and how to create and remove them. */
export function AccessTokens({ timeZone }: { timeZone: string }) {
  const [isNew, setIsNew] = useState(false);
  const [removed, setRemoved] = useState<AccessToken>();
  const list = useQuery(query(accessTokens.list, {}));
  return (
    <PartStates
      source={list}
      loading="Loading your access tokens..."
      failure={messageOf(list.error, 'Failed to load your access tokens')}
    >
      {({ data: { tokens } }) => (
        <>
          {tokens.length === 0 ? (
            <p className={items.about}>No tokens yet.</p>
          ) : (
            <ul aria-label="Access tokens">
              {tokens.map((token) => (
                <TokenItem
                  key={token.id}
                  token={token}
                  timeZone={timeZone}
                  now={list.dataUpdatedAt}
                  onRemove={() => setRemoved(token)}
                />
              ))}
            </ul>
          )}
          <div className={items.foot}>
            <Button variant="default" onClick={() => setIsNew(true)}>
              New Access Token
            </Button>
          </div>
          {isNew && <NewTokenDialog onClose={() => setIsNew(false)} />}
          {removed && <RemoveTokenQuestion token={removed} onClose={() => setRemoved(undefined)} />}
        </>
      )}
    </PartStates>
  );
}

type ItemProps = {
  token: AccessToken;
  timeZone: string;
  /** When the list was loaded, in milliseconds. */
  now: number;
  onRemove: () => void;
};

function TokenItem({ token, timeZone, now, onRemove }: ItemProps) {
  const { name, scope, clientName, lastFour, createdAt, expiresAt, lastUsedAt } = token;
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= now;
  const moment = (instant: string) => <time dateTime={instant}>{formatDateTime(instant, timeZone)}</time>;
  return (
    <li className={items.item}>
      <div className={items.body}>
        <p className={items.heading}>
          <b>{name}</b> <ScopeBadge scope={scope} />
          {isOver && <Badge tone="red">Expired</Badge>}
        </p>
        <p className={items.about}>
          lpt_…{lastFour} {clientName && `· ${clientName} `}· created {moment(createdAt)} ·{' '}
          {expiresAt ? <>valid until {moment(expiresAt)}</> : 'valid until removed'} ·{' '}
          {lastUsedAt ? <>last used {moment(lastUsedAt)}</> : 'never used'}
        </p>
      </div>
      <Button variant="default" size="xs" aria-label={`Remove ${name}, …${lastFour}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  );
}
