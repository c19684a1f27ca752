import { useState } from 'react';
import type { FieldsOf } from '#web/leads/field-settings.ts';
import type { FieldEdit } from '#web/leads/in-place/edits.ts';
import { asksReason } from '#web/leads/lost-reason.ts';

/** Holds an edit that loses a lead until the reason is given. Every other edit goes to `save` at once. */
export function useReasonQuestion(fieldsOf: FieldsOf, save: (edit: FieldEdit) => Promise<void>) {
  const [asked, setAsked] = useState<FieldEdit>();
  return {
    save: (edit: FieldEdit) => {
      const { lead } = edit;
      if (edit.field === 'status' && asksReason(String(edit.value), fieldsOf(lead), lead.status))
        setAsked(edit);
      else void save(edit);
    },
    /** The waiting edit. */
    asked,
    answer: (lostReason: string | null) => {
      setAsked(undefined);
      if (asked) void save({ ...asked, lostReason });
    },
    cancel: () => setAsked(undefined),
  };
}
