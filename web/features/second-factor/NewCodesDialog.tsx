import { useState } from 'react';
import { secondFactor } from '#shared/second-factor.ts';
import { useSend } from '#web/api/query.ts';
import { PasswordDialog } from '#web/features/second-factor/PasswordDialog.tsx';
import { RecoveryCodesDialog } from '#web/features/second-factor/RecoveryCodesDialog.tsx';

/** Makes new recovery codes; the old ones stop working. */
export function NewCodesDialog({ onClose }: { onClose: () => void }) {
  const make = useSend(secondFactor.newCodes);
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />;
  return (
    <PasswordDialog
      title="New recovery codes"
      description="Your old recovery codes stop working."
      save="Make new codes"
      send={async (currentPassword) => await make.mutateAsync({ body: { currentPassword } })}
      done={({ data }) => setCodes(data.recoveryCodes)}
      failed="Failed to make new recovery codes"
      onClose={onClose}
    />
  );
}
