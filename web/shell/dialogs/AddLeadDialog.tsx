import { useRef } from 'react';
import type { Lead } from '#shared/leads/lead.ts';
import { DuplicateNotice } from '#web/features/lead-duplicates/DuplicateNotice.tsx';
import { LeadForm } from '#web/features/leads/form/LeadForm.tsx';
import type { LeadStart } from '#web/features/leads/form/LeadForm.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { DialogCancel } from '#web/ui/dialogs/DialogCancel.tsx';

type Props = {
  /** Values of the lead that are known beforehand. */
  start?: LeadStart;
  onCreated?: (lead: Lead) => void;
  onClose: () => void;
};

/** The form of a new lead over any page. */
export function AddLeadDialog({ start, onCreated, onClose }: Props) {
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
        start={start}
        onCreated={(lead) => {
          onCreated?.(lead);
          onClose();
        }}
        Cancel={DialogCancel}
        onDirty={(dirty) => void (isDirty.current = dirty)}
      />
    </Dialog>
  );
}
