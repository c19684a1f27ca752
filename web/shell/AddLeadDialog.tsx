import { useRef } from 'react';
import { DuplicateNotice } from '#web/features/lead-duplicates/DuplicateNotice.tsx';
import { LeadForm } from '#web/features/leads/form/LeadForm.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { DialogCancel } from '#web/ui/dialogs/DialogCancel.tsx';

/** The form of a new lead over any page. */
export function AddLeadDialog({ onClose }: { onClose: () => void }) {
  const isDirty = useRef(false);
  return (
    <Dialog
      title="Add a new lead"
      description="Only the name is required."
      size="large"
      onClose={onClose}
      isDirty={() => isDirty.current}
    >
      <LeadForm
        Notice={DuplicateNotice}
        onCreated={onClose}
        Cancel={DialogCancel}
        onDirty={(dirty) => void (isDirty.current = dirty)}
      />
    </Dialog>
  );
}
