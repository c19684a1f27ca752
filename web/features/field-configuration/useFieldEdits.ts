import { useCallback, useState } from 'react';
import { isFieldKey } from '#shared/fields/custom-fields.ts';
import { fieldConfiguration } from '#shared/fields/field-configuration.ts';
import type { CurrentConfiguration } from '#shared/fields/field-configuration.ts';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import { useSend } from '#web/api/query.ts';
import { currentConfigurationIn } from '#web/features/field-configuration/current-configuration.ts';
import { changedSettings, editKeys, isSame, textsOf } from '#web/features/field-configuration/field-texts.ts';
import type { ChangeTexts, EditKey, EditTexts } from '#web/features/field-configuration/field-texts.ts';
import { isTheirs, mineOf, rebaseFields } from '#web/lib/forms/edit-conflict.ts';
import type { Collision, Side } from '#web/lib/forms/edit-conflict.ts';
import { fieldMessages } from '#web/lib/errors.ts';

export type FieldEdits = ReturnType<typeof useFieldEdits>;
type Outcome = { onSaved: () => void; onFailed: (error: Error) => void };
type Errors = Partial<Record<FieldKey, string>>;

/**
 * Edits a copy of the fields and sends the changes. Keeps the typed text when somebody else's edit was saved
 * first.
 */
export function useFieldEdits(
  clientId: string,
  current: CurrentConfiguration,
  { onSaved, onFailed }: Outcome,
) {
  const [seen, setSeen] = useState(current);
  const [texts, setTexts] = useState<EditTexts>(() => textsOf(current.config_value));
  const [conflict, setConflict] = useState<Collision<EditKey>>();
  const [errors, setErrors] = useState<Errors>({});
  const update = useSend(fieldConfiguration.update);

  const begin = (now: CurrentConfiguration) => {
    setSeen(now);
    setTexts(textsOf(now.config_value));
    setConflict(undefined);
  };
  const send = (base: CurrentConfiguration, typed: EditTexts) => {
    const config_value = changedSettings(base.config_value, typed);
    if (Object.keys(config_value).length === 0) {
      onSaved();
      return;
    }
    update.mutate(
      { params: { tenantId: clientId }, body: { config_value, version: base.version } },
      {
        onSuccess: ({ data }) => {
          begin(data);
          onSaved();
        },
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
    // Fields that were added or removed meanwhile cause no conflict.
    const common = editKeys(now.config_value).filter((key) => key in before);
    const rebased = rebaseFields(common, before, { ...before, ...typed }, theirs, isSame);
    const { values } = rebased;
    setSeen(now);
    setTexts(values);
    // Nothing that was edited here has changed there, for example after a drag: no conflict.
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
    /**
     * Chooses a side for a property that both have changed. The other side is remembered, so that the user
     * can return to it.
     */
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

/**
 * The first message about each field. The server names `config_value.<field>` and the properties below it.
 */
function errorsIn(error: unknown): Errors {
  const errors: Errors = {};
  for (const [path, message] of Object.entries(fieldMessages(error))) {
    const [, field = ''] = /^config_value\.((?:custom\.)?[^.]+)/.exec(path) ?? [];
    if (isFieldKey(field)) errors[field] ??= message;
  }
  return errors;
}
