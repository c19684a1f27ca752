import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import BellRing from 'lucide-react/icons/bell-ring';
import { useEffect, useState } from 'react';
import { callLogs } from '#shared/activities/call-logs.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { readPreference, writePreference } from '#web/lib/preferences.ts';
import { PUSH_OF } from '#web/live/push-mark.ts';
import { pushSupport, turnOnPush } from '#web/live/push-device.ts';
import { useUser } from '#web/session/useSession.ts';
import classes from '#web/shell/notices/Notices.module.css';
import { sayOutcome, showFailure, showSuccess } from '#web/ui/states/toast.ts';

const OFFERED = 'lms:push-offered';

/**
 * Offers reminders on this device once, after a follow-up has been planned here. The browser's own question comes only
 * after the answer.
 */
export function PushOffer() {
  const user = useUser();
  const client = useQueryClient();
  const [isOffered, setIsOffered] = useState(false);
  useEffect(() => {
    if (readPreference(OFFERED) || readPreference(PUSH_OF) || pushSupport() !== 'ready') return undefined;
    return client.getMutationCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success' || readPreference(OFFERED)) return;
      const { options, state } = event.mutation;
      if (!hasPlanned(options.mutationKey?.[0], state.variables)) return;
      writePreference(OFFERED, 'yes');
      setIsOffered(true);
    });
  }, [client]);
  if (!isOffered) return null;
  const turnOn = async () => {
    if (await turnOnPush(user.id)) showSuccess('You’ll be reminded on this device');
    else
      showFailure(
        'Allow notifications in the site settings of this browser, then turn them on in Settings.',
        'Notifications are blocked',
      );
  };
  return (
    <section className={classes.notice} aria-label="Reminders on this device">
      <BellRing size={16} aria-hidden="true" />
      <span>Get reminded on this device when it is due?</span>
      <Button
        size="compact-xs"
        onClick={() => {
          setIsOffered(false);
          void sayOutcome(turnOn(), { done: () => undefined, failed: 'Failed to turn reminders on' });
        }}
      >
        Turn on
      </Button>
      <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setIsOffered(false)}>
        Not now
      </Button>
    </section>
  );
}

type Sent = { body?: { reminder?: unknown } } | undefined;

/** Whether a call has planned a follow-up, alone or with a logged call. */
const hasPlanned = (path: unknown, sent: unknown): boolean =>
  path === reminders.create.path ||
  (path === callLogs.create.path && (sent as Sent)?.body?.reminder !== undefined);
