import { useState } from 'react';
import type { Lead } from '#shared/lead.ts';
import { ChooseLead } from '#web/features/lead-duplicates/ChooseLead.tsx';
import { MergeFields } from '#web/features/lead-duplicates/MergeFields.tsx';
import { useMerge } from '#web/features/lead-duplicates/useMerge.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';

/** Merges two leads: asks first for the other lead, then for the values to keep where they differ. */
export function MergeDialog({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const [otherId, setOtherId] = useState<string>();
  const { merge, isPending } = useMerge(lead, onClose);
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
      {otherId ? (
        <MergeFields
          lead={lead}
          otherId={otherId}
          onBack={() => setOtherId(undefined)}
          onMerge={merge}
          isMerging={isPending}
        />
      ) : (
        <ChooseLead lead={lead} onChoose={setOtherId} />
      )}
    </Dialog>
  );
}
