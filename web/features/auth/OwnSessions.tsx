import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { auth } from '#shared/accounts/auth.ts';
import type { OwnSession } from '#shared/accounts/auth.ts';
import { formatDateTime } from '#shared/values/dates.ts';
import { query, useSend } from '#web/api/query.ts';
import { send } from '#web/api/send.ts';
import { messageOf } from '#web/lib/errors.ts';
import { endSession } from '#web/session/session-store.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { AskDialog } from '#web/ui/dialogs/AskDialog.tsx';
import items from '#web/ui/lists/Items.module.css';
import { PartStates } from '#web/ui/states/PartStates.tsx';
import { sayOutcome, showSuccess } from '#web/ui/states/toast.ts';

/** The user's own sessions, and buttons to end one or all of them. */
export function OwnSessions({ timeZone }: { timeZone: string }) {
  const [asks, setAsks] = useState(false);
  const list = useQuery(query(auth.sessions, {}));
  return (
    <PartStates
      source={list}
      loading="Loading your devices..."
      failure={messageOf(list.error, 'Failed to load your devices')}
    >
      {({ data: { sessions } }) => (
        <>
          <ul aria-label="Devices">
            {sessions.map((session) => (
              <SessionItem key={session.id} session={session} timeZone={timeZone} />
            ))}
          </ul>
          <div className={items.foot}>
            <Button variant="default" onClick={() => setAsks(true)}>
              Sign out everywhere
            </Button>
          </div>
          {asks && (
            <AskDialog
              title="Sign out everywhere?"
              text="Signs out every device, including this one. Your access tokens and any unused password or email links stop working."
              confirmLabel="Sign out everywhere"
              isDangerous
              // Nothing is loaded again afterwards: this session has ended with the others.
              call={() => send(auth.endSessions, {})}
              done={() => endSession('signed-out')}
              failed="Failed to sign out everywhere"
              onClose={() => setAsks(false)}
            />
          )}
        </>
      )}
    </PartStates>
  );
}

function SessionItem({ session, timeZone }: { session: OwnSession; timeZone: string }) {
  const end = useSend(auth.endSession);
  const { id, address, createdAt, lastUsedAt, isCurrent } = session;
  const device = session.device ?? 'A device';
  const signOut = () =>
    void sayOutcome(end.mutateAsync({ params: { id } }), {
      done: () => showSuccess(`${device} is signed out`),
      failed: 'Failed to sign that device out',
    });
  return (
    <li className={items.item}>
      <div className={items.body}>
        <p className={items.heading}>
          <b>{device}</b> {isCurrent && <Badge tone="green">This device</Badge>}
        </p>
        <p className={items.about}>
          {address && `${address} · `}
          Signed in <time dateTime={createdAt}>{formatDateTime(createdAt, timeZone)}</time> · last used{' '}
          <time dateTime={lastUsedAt}>{formatDateTime(lastUsedAt, timeZone)}</time>
        </p>
      </div>
      {!isCurrent && (
        <Button
          variant="default"
          size="xs"
          loading={end.isPending}
          aria-label={`Sign out ${device}, signed in ${formatDateTime(createdAt, timeZone)}`}
          onClick={signOut}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
