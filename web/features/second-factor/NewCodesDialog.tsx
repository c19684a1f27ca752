import { useState } from 'react';
import { secondFactor } from '#shared/accounts/second-factor.ts';
import { useSend } from '#web/api/query.ts';
import { RecoveryCodesDialog } from '#web/features/second-factor/RecoveryCodesDialog.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { sayOutcome } from '#web/ui/states/toast.ts';

/** Makes new recovery codes; the old ones stop working. */
export function NewCodesDialog({ onClose }: { onClose: () => void }) {
  const make = useSend(secondFactor.newCodes);
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />;
  return (
    <ConfirmDialog
      title="New recovery codes"
      text="Your old recovery codes stop working."
      confirmLabel="Make new codes"
      onCancel={onClose}
      onConfirm={async () =>
        await sayOutcome(make.mutateAsync({ body: {} }), {
          done: ({ data }) => setCodes(data.recoveryCodes),
          failed: 'Failed to make new recovery codes',
        })
      }
    />
  );
}
