import { useState } from 'react';
import type { FieldConfiguration } from '#shared/fields/field-configuration.ts';
import { editKeys, editTitle, editWords } from '#web/features/field-configuration/field-texts.ts';
import type { FieldEdits } from '#web/features/field-configuration/useFieldEdits.ts';
import { ConflictNotice } from '#web/ui/dialogs/ConflictNotice.tsx';

type Props = { edits: FieldEdits; settings: FieldConfiguration };

/** Asks what to keep of fields that somebody else has changed meanwhile. */
export function FieldConflict({ edits: { seen, notice }, settings }: Props) {
  // The titles from before the edit. They name the fields here while new titles are typed.
  const [opened] = useState(settings);
  const titles = Object.fromEntries(editKeys(seen.config_value).map((key) => [key, editTitle(key, opened)]));
  const props = notice(titles, (key, text) => editWords(key, String(text)));
  // Without either, the changes are being sent again.
  if (!props || props.questions.length + props.others.length === 0) return null;
  return <ConflictNotice title="Someone else has changed the fields in the meantime" {...props} />;
}
