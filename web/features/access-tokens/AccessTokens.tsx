import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accessTokens } from '#shared/access-tokens.ts';
import type { AccessToken } from '#shared/access-tokens.ts';
import { formatDateTime } from '#shared/dates.ts';
import { query, useSend } from '#web/api/query.ts';
import { messageOf } from '#web/lib/errors.ts';
import { loadable } from '#web/lib/loadable.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import items from '#web/ui/Items.module.css';
import { PartStates } from '#web/ui/PartStates.tsx';
import { sayOutcome, showSuccess } from '#web/ui/toast.ts';

const NewTokenDialog = loadable(
  async () => (await import('#web/features/access-tokens/NewTokenDialog.tsx')).NewTokenDialog,
);

/** The user's own access tokens: what programs use them, and how to make and remove them. */
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
            <p className={items.about}>No program has a token of yours.</p>
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
              New access token
            </Button>
          </div>
          {isNew && <NewTokenDialog onClose={() => setIsNew(false)} />}
          {removed && <RemoveQuestion token={removed} onClose={() => setRemoved(undefined)} />}
        </>
      )}
    </PartStates>
  );
}

type ItemProps = {
  token: AccessToken;
  timeZone: string;
  /** When the list was read, in milliseconds. */
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
          <b>{name}</b> <Badge tone={scope === 'read' ? 'neutral' : 'blue'}>{SCOPE_WORDS[scope]}</Badge>
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

const SCOPE_WORDS = { read: 'Reads', write: 'Reads and writes' };

function RemoveQuestion({ token: { id, name }, onClose }: { token: AccessToken; onClose: () => void }) {
  const remove = useSend(accessTokens.remove);
  return (
    <ConfirmDialog
      title={`Remove “${name}”?`}
      text="The programs that use this token are refused from now on. A removed token cannot be brought back."
      confirmLabel="Remove token"
      isDangerous
      onCancel={onClose}
      onConfirm={async () => {
        await sayOutcome(remove.mutateAsync({ params: { id } }), {
          done: () => showSuccess(`The access token “${name}” is removed.`),
          failed: 'Failed to remove the access token',
        });
        onClose();
      }}
    />
  );
}
