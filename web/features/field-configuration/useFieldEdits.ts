import { useCallback, useState } from 'react';
import { isFieldKey } from '#shared/fields/custom-fields.ts';
import { fieldConfiguration } from '#shared/fields/field-configuration.ts';
import type { CurrentConfiguration } from '#shared/fields/field-configuration.ts';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import { useSend } from '#web/api/query.ts';
import { currentConfigurationIn } from '#web/features/field-configuration/current-configuration.ts';
import { changedSettings, textsOf } from '#web/features/field-configuration/field-texts.ts';
import type { ChangeTexts, EditTexts } from '#web/features/field-configuration/field-texts.ts';
import { fieldMessages } from '#web/lib/errors.ts';
import { useEditConflict } from '#web/lib/forms/useEditConflict.ts';

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
  const [texts, setTexts] = useState<EditTexts>(() => textsOf(current.config_value));
  const [errors, setErrors] = useState<Errors>({});
  const update = useSend(fieldConfiguration.update);
  const edit = useEditConflict<CurrentConfiguration, EditTexts>(
    current,
    ({ config_value }) => textsOf(config_value),
    { values: texts, setValues: setTexts },
    { current: currentConfigurationIn },
  );

  const send = (now = edit.seen) => {
    const config_value = changedSettings(now.config_value, texts);
    if (Object.keys(config_value).length === 0) {
      onSaved();
      return;
    }
    update.mutate(
      { params: { tenantId: clientId }, body: { config_value, version: now.version } },
      {
        onSuccess: ({ data }) => {
          edit.begin(data);
          onSaved();
        },
        onError: (error) => {
          const met = edit.meets(error);
          // Nothing that was edited here has changed there, for example after a drag: no conflict.
          if (met === 'clear') send(currentConfigurationIn(error));
          if (met === 'saved') onSaved();
          if (met) return;
          setErrors(errorsIn(error));
          onFailed(error);
        },
      },
    );
  };
  const change: ChangeTexts = useCallback((part) => setTexts((now) => ({ ...now, ...part })), []);
  return {
    seen: edit.seen,
    notice: edit.notice,
    texts,
    errors,
    isPending: update.isPending,
    isDirty: () => edit.isDirty,
    submit: () => {
      if (update.isPending) return;
      setErrors({});
      send();
    },
    change,
  };
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
