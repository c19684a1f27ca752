import { useState } from 'react';
import type { PhoneCall, PhoneCallLead } from '#shared/activities/phone-calls.ts';
import type { Changes } from '#web/features/phone-calls/usePhoneCall.ts';
import { useDraft } from '#web/leads/composer/useDraft.ts';

type Around = {
  id: string;
  call: PhoneCall | undefined;
  lead: PhoneCallLead | undefined;
  save: (changes: Changes) => Promise<boolean>;
  onClose: () => void;
};

/** The note of a call, which no way of closing the card loses. */
export function useCallNote({ id, call, lead, save, onClose }: Around) {
  const [text, setText] = useDraft(`phone-call:${id}`);
  const [saved, setSaved] = useState('');
  const [asks, setAsks] = useState(false);
  const notes = text.trim();
  // The comments of the log of this call, as they were saved before a reload.
  const known = call?.call_log_id && lead?.last_call?.id === call.call_log_id ? lead.last_call.notes : '';
  const isUnsaved = notes !== '' && notes !== saved && notes !== known;
  /** Saves the note together with other parts of the call. Returns whether that worked. */
  const saveWith = async (changes: Changes = {}): Promise<boolean> => {
    const isSaved = await save({
      ...(lead && { lead_id: lead.id }),
      ...changes,
      ...(isUnsaved && { notes }),
    });
    if (isSaved) setSaved(notes);
    return isSaved;
  };
  const discard = () => {
    setText('');
    onClose();
  };
  return {
    text,
    setText,
    isUnsaved,
    saveWith,
    /** Saves the note and closes the card; asks when it could not be saved. */
    close: async () => {
      if (isUnsaved && !(await saveWith())) setAsks(true);
      else discard();
    },
    /** Saves the note, and closes the card of a call that a colleague has now. */
    leave: async () => {
      if (isUnsaved) await saveWith();
      discard();
    },
    question: { asks, stay: () => setAsks(false), leave: discard },
  };
}

export type CallNote = ReturnType<typeof useCallNote>;
