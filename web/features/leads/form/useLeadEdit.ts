import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import type { Lead } from '#shared/leads/lead.ts';
import { leads } from '#shared/leads/leads.ts';
import { useSend } from '#web/api/query.ts';
import {
  askedFields,
  flat,
  isSame,
  nested,
  toChanges,
  validate,
  valuesOf,
} from '#web/features/leads/form/lead-form-values.ts';
import type { LeadFormValues } from '#web/features/leads/form/lead-form-values.ts';
import { useTellDirty } from '#web/features/leads/form/useTellDirty.ts';
import { useWholeFields } from '#web/features/leads/form/useWholeFields.ts';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';
import { currentLeadIn } from '#web/leads/current-lead.ts';
import { comparable } from '#web/leads/masked.ts';
import { useTimeZone } from '#web/leads/useTimeZone.ts';
import { fieldMessages } from '#web/lib/errors.ts';
import { focusFirstError } from '#web/lib/forms/focus-first-error.ts';
import { useEditConflict } from '#web/lib/forms/useEditConflict.ts';
import { useKeptValues } from '#web/session/useKeptValues.ts';

type Edit = {
  /** The lead as it was when the form appeared. Loading it again doesn't change typed text. */
  lead: Lead;
  fields: readonly FieldKey[];
  settings: FieldSettings;
  onSaved: () => void;
  /** Called when there was nothing to save. */
  onUnchanged: () => void;
  onFailed: (error: Error) => void;
  onDirty: (isDirty: boolean) => void;
};

/** An edit as the browser stores it: the typed texts, and the lead's texts over which they were typed. */
type KeptEdit = { texts: LeadFormValues; over: LeadFormValues };

/**
 * An edit of a lead. Sends the changes, and keeps the typed text when somebody else's edit was saved first.
 */
export function useLeadEdit({ lead, fields, settings, ...on }: Edit) {
  const timeZone = useTimeZone(lead);
  const update = useSend(leads.update);
  const { kept, keep } = useKeptValues<KeptEdit>(`lead-edit:${lead.id}`);
  const inputsOf = (one: Lead) => textsOf(fields, valuesOf(one, settings, timeZone));
  const form = useForm({
    initialValues: nested({ ...inputsOf(lead), ...kept?.texts }),
    validate: (now) => validate(fields, settings, { ...before, ...flat(now) }),
  });
  const edit = useEditConflict<Lead, LeadFormValues>(
    lead,
    inputsOf,
    { values: flat(form.values), setValues: (texts) => form.setValues(nested(texts)) },
    {
      isSame: (field, one, other) => isSame(settings.field(field as FieldKey), String(one), String(other)),
      current: (error) => {
        const now = currentLeadIn(error);
        return now && unmasked(now);
      },
      over: kept && comparable(kept.over, inputsOf(lead)),
    },
  );
  const { seen } = edit;
  const { show, unmasked } = useWholeFields(seen, edit.replaceSeen, (key, text) =>
    form.setFieldValue(key, text),
  );
  // The form may lack the status on which a field depends.
  const before = valuesOf(seen, settings, timeZone);
  const values = { ...before, ...flat(form.values) };
  const typed = askedFields(fields, settings, values).filter((field) => field in edit.changes);
  const isDirty = typed.length > 0;
  const follows = useFollows(seen, values['assigned_to'] !== before['assigned_to']);
  const { onDirty } = on;
  useTellDirty(isDirty, update.isPending, onDirty);
  useEffect(() =>
    keep(isDirty ? { texts: textsOf(typed, values), over: textsOf(typed, edit.over) } : undefined),
  );

  const finish = () => {
    onDirty(false);
    on.onSaved();
  };
  const submit = form.onSubmit(() => {
    if (update.isPending) return;
    if (!isDirty) return on.onUnchanged();
    const body = {
      ...toChanges(typed, settings, values, timeZone),
      version: edit.version,
      ...follows.choice,
    };
    update.mutate(
      { params: { id: lead.id }, body },
      {
        onSuccess: finish,
        onError: (error) => {
          const met = edit.meets(error);
          if (met === 'saved') return finish();
          if (met) return;
          form.setErrors(fieldMessages(error));
          focusFirstError();
          on.onFailed(error);
        },
      },
    );
  }, focusFirstError);

  return {
    edit,
    values,
    errors: form.errors,
    isPending: update.isPending,
    submit,
    follows: follows.question,
    show,
    set: (field: FieldKey, value: string) => form.setFieldValue(field, value),
  };
}

const textsOf = (fields: readonly FieldKey[], values: LeadFormValues): LeadFormValues =>
  Object.fromEntries(fields.map((field) => [field, values[field] ?? '']));

/** Asks whether open follow-ups move to the new assignee, and holds the choice as it is sent. */
function useFollows({ assigned_to, next_followup_date }: Lead, isReassigned: boolean) {
  const [comeAlong, onChange] = useState(true);
  const isAsked = isReassigned && assigned_to !== null && next_followup_date !== null;
  return {
    question: isAsked ? { comeAlong, onChange } : undefined,
    choice: isAsked && !comeAlong ? { with_reminders: false } : {},
  };
}
