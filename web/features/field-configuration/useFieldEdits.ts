import { useCallback, useState } from 'react';
import { isFieldKey } from '#shared/custom-fields.ts';
import type { FieldKey } from '#shared/custom-fields.ts';
import { fieldConfiguration } from '#shared/field-configuration.ts';
import type { CurrentConfiguration } from '#shared/field-configuration.ts';
import { useSend } from '#web/api/query.ts';
import { currentConfigurationIn } from '#web/features/field-configuration/current-configuration.ts';
import { changedSettings, editKeys, isSame, textsOf } from '#web/features/field-configuration/field-texts.ts';
import type { ChangeTexts, EditKey, EditTexts } from '#web/features/field-configuration/field-texts.ts';
import { isTheirs, mineOf, rebaseFields } from '#web/lib/edit-conflict.ts';
import type { Collision, Side } from '#web/lib/edit-conflict.ts';
import { fieldMessages } from '#web/lib/errors.ts';

type Outcome = { onSaved: () => void; onFailed: (error: Error) => void };
type Errors = Partial<Record<FieldKey, string>>;

/** A copy of the fields to edit: sends what changed, and meets an edit that was faster without losing what is typed. */
export function useFieldEdits(
  tenantId: string,
  current: CurrentConfiguration,
  { onSaved, onFailed }: Outcome,
) {
  const [seen, setSeen] = useState(current);
  const [texts, setTexts] = useState<EditTexts>(() => textsOf(current.config_value));
  const [conflict, setConflict] = useState<Collision<EditKey>>();
  const [errors, setErrors] = useState<Errors>({});
  const update = useSend(fieldConfiguration.update);

  const send = (base: CurrentConfiguration, typed: EditTexts) => {
    const config_value = changedSettings(base.config_value, typed);
    if (Object.keys(config_value).length === 0) {
      onSaved();
      return;
    }
    update.mutate(
      { params: { tenantId }, body: { config_value, version: base.version } },
      {
        onSuccess: onSaved,
        onError: (error) => {
          const now = currentConfigurationIn(error);
          if (now) {
            meet(base, typed, now);
            return;
          }
          setErrors(errorsIn(error));
          onFailed(error);
        },
      },
    );
  };
  const meet = (base: CurrentConfiguration, typed: EditTexts, now: CurrentConfiguration) => {
    const before = textsOf(base.config_value);
    const theirs = textsOf(now.config_value);
    // Fields that were added or removed meanwhile are no question.
    const common = editKeys(now.config_value).filter((key) => key in before);
    const rebased = rebaseFields(common, before, { ...before, ...typed }, theirs, isSame);
    const { values } = rebased;
    setSeen(now);
    setTexts(values);
    // Nothing that is edited here has changed there, such as after a drag: no reason to ask.
    if (Object.keys(rebased.mine).length === 0 && rebased.others.length === 0) send(now, values);
    else setConflict({ theirs, mine: rebased.mine, others: rebased.others });
  };
  const change: ChangeTexts = useCallback((part) => setTexts((now) => ({ ...now, ...part })), []);
  return {
    seen,
    texts,
    conflict,
    errors,
    isPending: update.isPending,
    isDirty: () => Object.keys(changedSettings(seen.config_value, texts)).length > 0,
    submit: () => {
      if (update.isPending) return;
      setErrors({});
      send(seen, texts);
    },
    change,
    /** Takes a side for what both have changed; the side not taken is kept for coming back. */
    choose: (key: EditKey, side: Side) => {
      if (!conflict) return;
      const mine = mineOf(conflict, key, texts[key] ?? '');
      setConflict({ ...conflict, mine: { ...conflict.mine, [key]: mine } });
      setTexts({ ...texts, [key]: side === 'mine' ? mine : (conflict.theirs[key] ?? '') });
    },
  };
}

export function sideOf(conflict: Collision<EditKey>, key: EditKey, text: string): Side {
  return isTheirs(conflict, key, text) ? 'theirs' : 'mine';
}

/** The first sentence about each field; the server names it `config_value.<field>` and what lies below. */
function errorsIn(error: unknown): Errors {
  const errors: Errors = {};
  for (const [path, message] of Object.entries(fieldMessages(error))) {
    const [, field = ''] = /^config_value\.((?:custom\.)?[^.]+)/.exec(path) ?? [];
    if (isFieldKey(field)) errors[field] ??= message;
  }
  return errors;
}
