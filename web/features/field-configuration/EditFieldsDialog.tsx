import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { CurrentConfiguration } from '#shared/field-configuration.ts';
import { EditTable } from '#web/features/field-configuration/EditTable.tsx';
import { editKeys, editTitle, editWords } from '#web/features/field-configuration/field-texts.ts';
import { sideOf, useFieldEdits } from '#web/features/field-configuration/useFieldEdits.ts';
import { mineOf } from '#web/lib/forms/edit-conflict.ts';
import { messageOf } from '#web/lib/errors.ts';
import { ConflictNotice } from '#web/ui/dialogs/ConflictNotice.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import form from '#web/ui/fields/Form.module.css';
import { showFailure, showSuccess } from '#web/ui/states/toast.ts';

const FAILED = 'Failed to save the lead fields';

type Props = { clientId: string; current: CurrentConfiguration; onClose: () => void };

/** Edits the titles, positions and options of all fields as a copy. Nothing changes before Save Changes. */
export function EditFieldsDialog({ clientId, current, onClose }: Props) {
  const edits = useFieldEdits(clientId, current, {
    onSaved: () => {
      showSuccess('Lead fields saved');
      onClose();
    },
    onFailed: (error) => showFailure(messageOf(error, 'Please try again.'), FAILED),
  });
  // The titles when the dialog opened. They name the fields here while new titles are typed.
  const [opened] = useState(current.config_value);
  const { seen, texts, conflict, errors, isPending, change } = edits;
  const asked = editKeys(seen.config_value).filter((key) => conflict?.mine[key] !== undefined);
  const element = useRef<HTMLFormElement>(null);
  const firstWrong = Object.keys(errors)[0];
  useEffect(() => {
    if (firstWrong) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [firstWrong]);
  return (
    <Dialog title="Edit Fields" size="large" onClose={onClose} isDirty={edits.isDirty} isBusy={isPending}>
      <form
        ref={element}
        aria-label="Edit Fields"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          edits.submit();
        }}
      >
        {conflict && (
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
            onChoose={edits.choose}
          />
        )}
        <EditTable settings={seen.config_value} texts={texts} errors={errors} onChange={change} />
        <div className={form.actions}>
          <Button variant="default" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Save Changes
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
