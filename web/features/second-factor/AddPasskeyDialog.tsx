import { useState } from 'react';
import { passkeys } from '#shared/accounts/passkeys.ts';
import { useSend } from '#web/api/query.ts';
import { send } from '#web/api/send.ts';
import { NameFactorDialog } from '#web/features/second-factor/NameFactorDialog.tsx';
import { RecoveryCodesDialog } from '#web/features/second-factor/RecoveryCodesDialog.tsx';
import { createPasskey } from '#web/lib/passkeys.ts';
import { showSuccess } from '#web/ui/states/toast.ts';

type Props = { isFirst: boolean; onClose: () => void };

/** Adds a passkey: its name, the browser's own question, and the recovery codes. */
export function AddPasskeyDialog({ isFirst, onClose }: Props) {
  const add = useSend(passkeys.add);
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />;
  return (
    <NameFactorDialog
      title="Add passkey"
      description={
        isFirst
          ? 'You’ll sign in with your fingerprint, face or PIN. Your password alone will no longer be enough. Your other devices are signed out, and your access tokens stop working.'
          : 'Your fingerprint, face or PIN on this device or a security key will sign you in.'
      }
      usual="Passkey"
      placeholder="My phone"
      send={async (name) => {
        const { data: creation } = await send(passkeys.begin, {});
        return await add.mutateAsync({ body: { name, passkey: await createPasskey(creation) } });
      }}
      done={({ data: { recoveryCodes } }) => {
        showSuccess('Passkey added');
        if (recoveryCodes) setCodes(recoveryCodes);
        else onClose();
      }}
      failed="Failed to add the passkey"
      onClose={onClose}
    />
  );
}
