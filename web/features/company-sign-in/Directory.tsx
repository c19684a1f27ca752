import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DEFAULT_TIME_ZONE, formatDateTime } from '#shared/values/dates.ts';
import { scim } from '#shared/accounts/scim.ts';
import type { ScimToken } from '#shared/accounts/scim.ts';
import { query, useSend } from '#web/api/query.ts';
import { useUser } from '#web/session/useSession.ts';
import { AskDialog } from '#web/ui/dialogs/AskDialog.tsx';
import { ShowOnceDialog } from '#web/ui/dialogs/ShowOnceDialog.tsx';
import items from '#web/ui/lists/Items.module.css';
import { PartStates } from '#web/ui/states/PartStates.tsx';
import { copyWithToast } from '#web/ui/states/copy-with-toast.ts';
import { showSuccess } from '#web/ui/states/toast.ts';

type Popup = { kind: 'create' | 'remove' } | { kind: 'shown'; token: string };

/** The token with which the directory of a client creates, changes and deactivates its users. */
export function Directory({ clientId }: { clientId: string }) {
  const [popup, setPopup] = useState<Popup>();
  const close = () => setPopup(undefined);
  const source = useQuery(query(scim.get, { params: { id: clientId } }));
  const create = useSend(scim.create);
  const remove = useSend(scim.remove);
  return (
    <PartStates source={source} loading="Loading the directory..." failure="Failed to load the directory">
      {({ data: { token, address } }) => (
        <>
          <About token={token} />
          <div className={items.foot}>
            <Button variant="default" onClick={() => setPopup({ kind: 'create' })}>
              {token ? 'Replace SCIM token' : 'Create SCIM token'}
            </Button>
            <Button variant="default" onClick={() => void copyWithToast(address, 'The SCIM address')}>
              Copy SCIM address
            </Button>
            {token && (
              <Button variant="default" onClick={() => setPopup({ kind: 'remove' })}>
                Remove SCIM token
              </Button>
            )}
          </div>
          {popup?.kind === 'create' && (
            <AskDialog
              title={token ? 'Replace the SCIM token?' : 'Create a SCIM token?'}
              text={
                token
                  ? 'The earlier token stops working at once.'
                  : 'Your directory can then add, change and deactivate people of the company. The open leads of leavers go to their manager, or to nobody.'
              }
              confirmLabel={token ? 'Replace' : 'Create'}
              call={() => create.mutateAsync({ params: { id: clientId } })}
              done={({ data }) => setPopup({ kind: 'shown', token: data.token })}
              failed="Failed to create the SCIM token"
              onClose={close}
            />
          )}
          {popup?.kind === 'shown' && (
            <ShowOnceDialog
              title="SCIM Token"
              text="Enter this token and the SCIM address in your directory. Copy it now, it is shown only once."
              secret={popup.token}
              what="The SCIM token"
              testId="scim-token"
              loss="The token is shown only once. If you don’t copy it, you’ll have to replace it."
              onClose={close}
            />
          )}
          {popup?.kind === 'remove' && (
            <AskDialog
              title="Remove the SCIM token?"
              text="Your directory can no longer add, change or deactivate people here. Their accounts stay as they are."
              confirmLabel="Remove"
              isDangerous
              call={() => remove.mutateAsync({ params: { id: clientId } })}
              done={() => showSuccess('The SCIM token is no longer valid')}
              failed="Failed to remove the SCIM token"
              onClose={close}
            />
          )}
        </>
      )}
    </PartStates>
  );
}

function About({ token }: { token: ScimToken | null }) {
  const timeZone = useUser().client?.timeZone ?? DEFAULT_TIME_ZONE;
  if (!token) return <p className={items.about}>Off. People are added and deactivated under Users.</p>;
  const moment = (instant: string) => <time dateTime={instant}>{formatDateTime(instant, timeZone)}</time>;
  return (
    <p className={items.about}>
      Token ending in {token.lastFour}, created {moment(token.createdAt)} ·{' '}
      {token.lastUsedAt ? <>last used {moment(token.lastUsedAt)}</> : 'never used'}
    </p>
  );
}
