import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { leadDuplicates } from '#shared/leads/lead-duplicates.ts';
import type { Lead, LeadFieldsInput } from '#shared/leads/lead.ts';
import classes from '#web/features/lead-duplicates/MergeDialog.module.css';
import { ChooseLead } from '#web/features/lead-duplicates/ChooseLead.tsx';
import { MergeFields } from '#web/features/lead-duplicates/MergeFields.tsx';
import { wholeValues } from '#web/leads/messages/show-contacts.ts';
import { useUndoOperations } from '#web/leads/useUndoOperations.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { useStepFocus } from '#web/ui/dialogs/useStepFocus.ts';
import { useSend } from '#web/api/query.ts';
import { messageOf } from '#web/lib/errors.ts';
import { showFailure } from '#web/ui/states/toast.ts';
import { showUndoable } from '#web/ui/states/undo-toast.tsx';

/** Merges two leads: asks first for the other lead, then for the values to keep where they differ. */
export function MergeDialog({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const [otherId, setOtherId] = useState<string>();
  const { merge, isPending } = useMerge(lead, onClose);
  const content = useStepFocus(otherId);
  return (
    <Dialog
      title="Merge leads"
      description={
        otherId
          ? 'Calls, follow-ups and history move to this lead, tags and notes are combined, and the other lead goes to the trash.'
          : `Choose the lead that is the same person as ${lead.name}.`
      }
      size={otherId ? 'large' : 'medium'}
      onClose={onClose}
      isBusy={isPending}
    >
      <div ref={content} className={classes.step} tabIndex={-1}>
        {otherId ? (
          <MergeFields
            lead={lead}
            otherId={otherId}
            onBack={() => setOtherId(undefined)}
            onMerge={(other, fields) => void merge(other, fields)}
            isMerging={isPending}
          />
        ) : (
          <ChooseLead lead={lead} onChoose={setOtherId} />
        )}
      </div>
    </Dialog>
  );
}

/** Merges another lead into this one. The toast offers an undo. */
function useMerge(lead: Lead, onMerged: () => void) {
  const { mutate, isPending } = useSend(leadDuplicates.merge);
  const undoOperations = useUndoOperations();
  const client = useQueryClient();
  const merge = async (other: Lead, chosen: LeadFieldsInput) => {
    const fields = await wholeValues(client, other.id, chosen);
    if (!fields) return;
    mutate(
      { params: { id: lead.id }, body: { lead_id: other.id, fields } },
      {
        onSuccess: ({ data }) => {
          const message = `${other.name} was merged into ${data.lead.name}.`;
          void showUndoable(message, () => void undoOperations([data.operation_id]));
          onMerged();
        },
        onError: (error) => showFailure(messageOf(error, ''), 'Failed to merge the leads'),
      },
    );
  };
  return { merge, isPending };
}
