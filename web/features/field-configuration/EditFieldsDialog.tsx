import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { CurrentConfiguration } from '#shared/fields/field-configuration.ts';
import { FieldConflict } from '#web/features/field-configuration/FieldConflict.tsx';
import { EditTable } from '#web/features/field-configuration/EditTable.tsx';
import { useFieldEdits } from '#web/features/field-configuration/useFieldEdits.ts';
import { messageOf } from '#web/lib/errors.ts';
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
  const { seen, texts, errors, isPending, change } = edits;
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
        <FieldConflict edits={edits} settings={current.config_value} />
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
