import { useState } from 'react';
import type { FieldConfiguration } from '#shared/fields/field-configuration.ts';
import { editKeys, editTitle, editWords } from '#web/features/field-configuration/field-texts.ts';
import { sideOf } from '#web/features/field-configuration/useFieldEdits.ts';
import type { FieldEdits } from '#web/features/field-configuration/useFieldEdits.ts';
import { mineOf } from '#web/lib/forms/edit-conflict.ts';
import { ConflictNotice } from '#web/ui/dialogs/ConflictNotice.tsx';

type Props = { edits: FieldEdits; settings: FieldConfiguration };

/** Asks what to keep of fields that somebody else has changed meanwhile. */
export function FieldConflict({ edits, settings }: Props) {
  // The titles from before the edit. They name the fields here while new titles are typed.
  const [opened] = useState(settings);
  const { seen, texts, conflict, choose } = edits;
  if (!conflict) return null;
  const asked = editKeys(seen.config_value).filter((key) => conflict.mine[key] !== undefined);
  return (
    <ConflictNotice
      title="Someone else has changed the fields in the meantime"
      version={seen.version}
      questions={asked.map((key) => ({
        field: key,
        title: editTitle(key, opened),
        mine: editWords(key, mineOf(conflict, key, texts[key] ?? '')),
        theirs: editWords(key, conflict.theirs[key] ?? ''),
        side: sideOf(conflict, key, texts[key] ?? ''),
      }))}
      others={conflict.others.map((key) => ({
        field: key,
        title: editTitle(key, opened),
        now: editWords(key, conflict.theirs[key] ?? ''),
      }))}
      onChoose={choose}
    />
  );
}
