import { AccountFrame } from '#web/features/account/AccountFrame.tsx';
import { ConfirmEmailForm } from '#web/features/account/ConfirmEmailForm.tsx';

export default function ConfirmEmailPage() {
  return (
    <AccountFrame title="Confirm E-mail">
      <ConfirmEmailForm />
    </AccountFrame>
  );
}
