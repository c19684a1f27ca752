import { useRef, useState } from 'react';
import type { Lead } from '#shared/leads/lead.ts';
import type { NewCall } from '#web/features/call-logs/call-draft.ts';
import type { CallQueue, Step } from '#web/features/call-logs/queue/useCallQueue.ts';
import { useSaveCall } from '#web/features/call-logs/useSaveCall.ts';
import { orOffline } from '#web/lib/online.ts';

/** Milliseconds after which a call being saved is shown as such. */
const SHOWN_AFTER = 100;

type Around = {
  lead: Lead;
  timeZone: string;
  queue: CallQueue | undefined;
  onDirty: (isDirty: boolean) => void;
  onSaved: (next: Step | undefined) => void;
};
type Choices = { goesOn: boolean; onRefusedLater: () => void };

/** Saves a call and leaves its screen, for the next lead of the queue if there is one. */
export function useSaveAndLeave({ lead, timeZone, queue, onDirty, onSaved }: Around) {
  const [isPending, setIsPending] = useState(false);
  // Two key presses can arrive before the screen renders again.
  const isBusy = useRef(false);
  const save = useSaveCall(timeZone);

  /**
   * Returns the server's messages by field if the call was refused while the user waited; a refusal that comes
   * later is told to `onRefusedLater`.
   */
  const saveAndLeave = async (call: NewCall, { goesOn, onRefusedLater }: Choices) => {
    isBusy.current = true;
    // Rendered only if there is something to wait for: usually the next lead is there at once.
    const waiting = setTimeout(() => setIsPending(true), SHOWN_AFTER);
    const leave = (to: Step | undefined) => {
      clearTimeout(waiting);
      onDirty(false);
      onSaved(to);
    };
    const tellLater = (saving: ReturnType<typeof save>) =>
      void saving.then((reason) => reason && onRefusedLater());
    // Read before the call is saved, since saving may change the list.
    const next = goesOn ? await queue?.next(true).catch(() => undefined) : undefined;
    if (next) {
      // The next lead comes first: otherwise this screen would still render what saving changes.
      leave(next);
      tellLater(save(call, lead.name));
      return undefined;
    }
    const saving = save(call);
    const refused = await orOffline(saving);
    if (!refused) {
      tellLater(saving);
      leave(undefined);
      return undefined;
    }
    clearTimeout(waiting);
    isBusy.current = false;
    setIsPending(false);
    return refused;
  };
  return { isPending, isBusy: () => isBusy.current, saveAndLeave };
}
