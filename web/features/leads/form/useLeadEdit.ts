import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import type { Lead } from '#shared/leads/lead.ts';
import { leads } from '#shared/leads/leads.ts';
import { useSend } from '#web/api/query.ts';
import { rebase, resume } from '#web/features/leads/form/edit-conflict.ts';
import { currentLeadIn } from '#web/leads/current-lead.ts';
import type { Conflict, KeptEdit } from '#web/features/leads/form/edit-conflict.ts';
import {
  askedFields,
  changedFields,
  flat,
  nested,
  toChanges,
  validate,
  valuesOf,
} from '#web/features/leads/form/lead-form-values.ts';
import type { LeadFormValues } from '#web/features/leads/form/lead-form-values.ts';
import { useWholeFields } from '#web/features/leads/form/useWholeFields.ts';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';
import { useTimeZone } from '#web/leads/useTimeZone.ts';
import { mineOf } from '#web/lib/forms/edit-conflict.ts';
import type { Side } from '#web/lib/forms/edit-conflict.ts';
import { fieldMessages } from '#web/lib/errors.ts';
import { focusFirstError } from '#web/lib/forms/focus-first-error.ts';
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

/**
 * An edit of a lead. Sends the changes, and keeps the typed text when somebody else's edit was saved first.
 */
export function useLeadEdit({ lead, fields, settings, ...on }: Edit) {
  const timeZone = useTimeZone(lead);
  const [seen, setSeen] = useState(lead);
  const update = useSend(leads.update);
  const { kept, keep } = useKeptValues<KeptEdit>(`lead-edit:${lead.id}`);
  const [start] = useState(() => startOf(lead, valuesOf(lead, settings, timeZone), settings, kept));
  const [conflict, setConflict] = useState(start.conflict);
  const form = useForm({
    initialValues: nested(start.values),
    validate: (now) => validate(fields, settings, { ...before, ...flat(now) }),
  });
  // A field that the configuration added after the form was filled has no typed text.
  const before = valuesOf(seen, settings, timeZone);
  const values = { ...before, ...flat(form.values) };
  const typed = changedFields(askedFields(fields, settings, values), settings, before, values);
  const isDirty = typed.length > 0;
  const follows = useFollows(seen, values['assigned_to'] !== before['assigned_to']);
  const { onDirty } = on;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const over = { ...before, ...conflict?.over };
  useEffect(() => keep(isDirty ? { texts: textsOf(typed, values), over: textsOf(typed, over) } : undefined));

  const { show, unmasked } = useWholeFields(seen, setSeen, (key, text) => form.setFieldValue(key, text));

  const finish = () => {
    onDirty(false);
    on.onSaved();
  };
  const meet = (answered: Lead) => {
    const theirLead = unmasked(answered);
    const theirs = valuesOf(theirLead, settings, timeZone);
    const rebased = rebase(fields, settings, before, values, theirs);
    if (rebased.isSaved) return finish();
    setSeen(theirLead);
    form.setValues(nested(rebased.values));
    setConflict(conflictOf(theirLead, theirs, rebased, over));
  };
  const submit = form.onSubmit(() => {
    if (update.isPending) return;
    if (typed.length === 0) return on.onUnchanged();
    const body = {
      ...toChanges(typed, settings, values, timeZone),
      version: seen.version,
      ...follows.choice,
    };
    update.mutate(
      { params: { id: lead.id }, body },
      {
        onSuccess: finish,
        onError: (error) => {
          const current = currentLeadIn(error);
          if (current) return meet(current);
          form.setErrors(fieldMessages(error));
          focusFirstError();
          on.onFailed(error);
        },
      },
    );
  }, focusFirstError);

  return {
    seen,
    values,
    errors: form.errors,
    conflict,
    isPending: update.isPending,
    submit,
    follows: follows.question,
    show,
    set: (field: FieldKey, value: string) => form.setFieldValue(field, value),
    /** Chooses a side for a field that both have changed. The other side is remembered. */
    choose: (field: FieldKey, side: Side) => {
      if (!conflict) return;
      // Text typed since the conflict appeared counts as mine as well.
      const mine = mineOf(conflict, field, values[field] ?? '');
      if (side === 'theirs') setConflict({ ...conflict, mine: { ...conflict.mine, [field]: mine } });
      form.setFieldValue(field, (side === 'mine' ? mine : conflict.theirs[field]) ?? '');
    },
  };
}

/** The form's first values: the lead's and, over them, a stored edit, which others may have met since. */
function startOf(
  lead: Lead,
  now: LeadFormValues,
  settings: FieldSettings,
  kept: KeptEdit | undefined,
): { values: LeadFormValues; conflict?: Conflict } {
  if (!kept) return { values: now };
  const resumed = resume(settings, kept, now);
  if (Object.keys(resumed.mine).length === 0) return resumed;
  return { values: resumed.values, conflict: conflictOf(lead, now, resumed, kept.over) };
}

function conflictOf(
  { updated_by: id, updated_user_name: name }: Lead,
  theirs: LeadFormValues,
  { mine, others }: Pick<Conflict, 'mine' | 'others'>,
  over: LeadFormValues,
): Conflict {
  return { by: { id, name }, theirs, mine, others, over };
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
