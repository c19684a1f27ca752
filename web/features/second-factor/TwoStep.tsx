import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '#shared/dates.ts';
import { secondFactor } from '#shared/second-factor.ts';
import type { AuthenticatorApp } from '#shared/second-factor.ts';
import { query } from '#web/api/query.ts';
import { messageOf } from '#web/lib/errors.ts';
import { loadable } from '#web/lib/loadable.tsx';
import items from '#web/ui/lists/Items.module.css';
import { PartStates } from '#web/ui/states/PartStates.tsx';

const AddAppDialog = loadable(
  async () => (await import('#web/features/second-factor/AddAppDialog.tsx')).AddAppDialog,
);
const RemoveAppDialog = loadable(
  async () => (await import('#web/features/second-factor/RemoveAppDialog.tsx')).RemoveAppDialog,
);
const NewCodesDialog = loadable(
  async () => (await import('#web/features/second-factor/NewCodesDialog.tsx')).NewCodesDialog,
);

type Popup = { kind: 'add' | 'codes' } | { kind: 'remove'; app: AuthenticatorApp };

/** The user's authenticator apps and recovery codes, and how to add, remove and replace them. */
export function TwoStep({ timeZone }: { timeZone: string }) {
  const [popup, setPopup] = useState<Popup>();
  const close = () => setPopup(undefined);
  const list = useQuery(query(secondFactor.get, {}));
  const moment = (instant: string) => <time dateTime={instant}>{formatDateTime(instant, timeZone)}</time>;
  return (
    <PartStates
      source={list}
      loading="Loading your authenticator apps..."
      failure={messageOf(list.error, 'Failed to load your authenticator apps')}
    >
      {({ data: { apps, recoveryCodesLeft, isRequired } }) => (
        <>
          {apps.length === 0 ? (
            <p className={items.about}>Off. Your password alone signs you in.</p>
          ) : (
            <ul aria-label="Authenticator apps">
              {apps.map((app) => (
                <li key={app.id} className={items.item}>
                  <div className={items.body}>
                    <p className={items.heading}>
                      <b dir="auto">{app.name}</b>
                    </p>
                    <p className={items.about}>
                      Added {moment(app.createdAt)}
                      {app.lastUsedAt && <> · last used {moment(app.lastUsedAt)}</>}
                    </p>
                  </div>
                  {(apps.length > 1 || !isRequired) && (
                    <Button
                      variant="default"
                      size="xs"
                      aria-label={`Remove ${app.name}`}
                      onClick={() => setPopup({ kind: 'remove', app })}
                    >
                      Remove
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )}
          {apps.length > 0 && (
            <p className={items.about}>
              {recoveryCodesLeft === 0
                ? 'No recovery codes left. Make new ones, or losing your phone will lock you out.'
                : `${recoveryCodesLeft} of your recovery codes left.`}
            </p>
          )}
          <div className={items.foot}>
            <Button variant="default" onClick={() => setPopup({ kind: 'add' })}>
              Add authenticator app
            </Button>
            {apps.length > 0 && (
              <Button variant="default" onClick={() => setPopup({ kind: 'codes' })}>
                New recovery codes
              </Button>
            )}
          </div>
          {popup?.kind === 'add' && <AddAppDialog isFirst={apps.length === 0} onClose={close} />}
          {popup?.kind === 'remove' && (
            <RemoveAppDialog app={popup.app} isLast={apps.length === 1} onClose={close} />
          )}
          {popup?.kind === 'codes' && <NewCodesDialog onClose={close} />}
        </>
      )}
    </PartStates>
  );
}
