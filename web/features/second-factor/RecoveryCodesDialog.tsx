import { ShowOnceDialog } from '#web/ui/dialogs/ShowOnceDialog.tsx';

/** Shows new recovery codes, only this once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <ShowOnceDialog
      title="Save your recovery codes"
      text="If you lose your phone, each of these codes signs you in once. Keep them somewhere safe, such as a password manager."
      secret={codes.join('\n')}
      what="Your recovery codes"
      testId="recovery-codes"
      loss="They are shown only now. Without them, losing your phone locks you out."
      onClose={onClose}
    />
  );
}
