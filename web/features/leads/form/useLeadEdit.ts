import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import type { LeadFieldKey } from '#shared/lead-fields.ts';
import type { Lead } from '#shared/lead.ts';
import { leads } from '#shared/leads.ts';
import { fieldMessages } from '#web/api/errors.ts';
import { useSend } from '#web/api/query.ts';
import type { FieldSettings } from '#web/features/leads/configuration/field-settings.ts';
import { currentLeadIn, rebase } from '#web/features/leads/form/edit-conflict.ts';
import type { Conflict } from '#web/features/leads/form/edit-conflict.ts';
import { focusFirstError } from '#web/lib/focus-first-error.ts';
import { changedFields, toChanges, validate, valuesOf } from '#web/features/leads/form/lead-form-values.ts';
import { useTimeZone } from '#web/features/leads/useTimeZone.ts';
import { isTheirs } from '#web/lib/edit-conflict.ts';
import type { Side } from '#web/lib/edit-conflict.ts';

type Edit = {
  /** The lead as it was when the form appeared; a later reading does not change what is typed. */
  lead: Lead;
  fields: readonly LeadFieldKey[];
  settings: FieldSettings;
  onSaved: () => void;
  /** There was nothing to save. */
  onUnchanged: () => void;
  onFailed: (error: Error) => void;
  onDirty: (isDirty: boolean) => void;
};

/** An edit of a lead: sends what changed, and meets an edit that was faster without losing what is typed. */
export function useLeadEdit({ lead, fields, settings, ...on }: Edit) {
  const timeZone = useTimeZone();
  const [seen, setSeen] = useState(lead);
  const [conflict, setConflict] = useState<Conflict>();
  const update = useSend(leads.update);
  const form = useForm({
    initialValues: valuesOf(lead, timeZone),
    validate: (values) => validate(fields, settings, values),
  });
  const before = valuesOf(seen, timeZone);
  const isDirty = changedFields(fields, before, form.values).length > 0;
  const { onDirty } = on;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);

  const meet = (theirLead: Lead) => {
    const theirs = valuesOf(theirLead, timeZone);
    const { values, mine, others } = rebase(fields, before, form.values, theirs);
    setSeen(theirLead);
    form.setValues(values);
    setConflict({ by: theirLead.updated_user_name, theirs, mine, others });
  };
  const submit = form.onSubmit((values) => {
    if (update.isPending) return;
    const changed = changedFields(fields, before, values);
    if (changed.length === 0) {
      on.onUnchanged();
      return;
    }
    const body = { ...toChanges(changed, values, timeZone), version: seen.version };
    update.mutate(
      { params: { id: lead.id }, body },
      {
        onSuccess: () => {
          onDirty(false);
          on.onSaved();
        },
        onError: (error) => {
          const current = currentLeadIn(error);
          if (current) {
            meet(current);
            return;
          }
          form.setErrors(fieldMessages(error));
          focusFirstError();
          on.onFailed(error);
        },
      },
    );
  }, focusFirstError);

  return {
    seen,
    values: form.values,
    errors: form.errors,
    conflict,
    isPending: update.isPending,
    submit,
    set: (field: LeadFieldKey, value: string) => form.setFieldValue(field, value),
    /** Takes a side for a field both have changed; the side not taken is kept for coming back. */
    choose: (field: LeadFieldKey, side: Side) => {
      if (!conflict) return;
      const theirs = conflict.theirs[field] ?? '';
      const current = form.values[field] ?? '';
      if (side === 'theirs') {
        // What was typed since the conflict appeared counts as mine, too.
        if (!isTheirs(conflict, field, current))
          setConflict({ ...conflict, mine: { ...conflict.mine, [field]: current } });
        form.setFieldValue(field, theirs);
      } else {
        form.setFieldValue(field, conflict.mine[field] ?? '');
      }
    },
  };
}
