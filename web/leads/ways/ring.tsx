import { Button } from '@mantine/core';
import type { QueryClient } from '@tanstack/react-query';
import { phoneCalls } from '#shared/activities/phone-calls.ts';
import { send } from '#web/api/send.ts';
import { afterWrite } from '#web/api/cache/written.ts';
import { ApiError, messageOf } from '#web/lib/errors.ts';
import { randomKey } from '#web/lib/random-key.ts';
import { clearedToasts, showSuccess } from '#web/ui/states/toast.ts';
import classes from '#web/ui/states/undo-toast.module.css';

/** Milliseconds in which a second press on the same number rings no second time. */
const PATIENCE = 5000;
/** Milliseconds for which a failure offers to dial. */
const DURATION = 12_000;

type Call = {
  leadId: string;
  /** Which of the lead's numbers, from 0. */
  position: number;
  /** Dials with the device, as without a telephone system. */
  dial: () => void;
  onCall: (() => void) | undefined;
};

/** Rings the user's own phone, which the company's telephone system then connects to the lead. */
export async function ring(client: QueryClient, { leadId, position, dial, onCall }: Call): Promise<void> {
  const input = { params: { id: leadId }, body: { position } };
  showSuccess('Your phone is ringing...');
  try {
    const { data } = await client.fetchQuery({
      queryKey: ['ring', leadId, position],
      queryFn: () => send(phoneCalls.ring, input, { idempotencyKey: randomKey() }),
      staleTime: PATIENCE,
      gcTime: PATIENCE,
      retry: false,
      meta: { isSilent: true },
    });
    onCall?.();
    void afterWrite(client, { endpoint: phoneCalls.ring, input, data, isFollowed: false });
  } catch (error) {
    // The company has no telephone system any more.
    if (error instanceof ApiError && error.code === 'no_telephony') return dial();
    await showRefusal(messageOf(error, 'We couldn’t ring your phone. Dial instead, or try again.'), dial);
  }
}

async function showRefusal(reason: string, dial: () => void): Promise<void> {
  const notifications = await clearedToasts();
  notifications?.show({
    message: (
      <span className={classes.toast}>
        <span>{reason}</span>
        <Button size="compact-sm" variant="default" onClick={dial}>
          Dial instead
        </Button>
      </span>
    ),
    role: 'alert',
    'data-tone': 'danger',
    autoClose: DURATION,
    closeButtonProps: { 'aria-label': 'Dismiss' },
  });
}
