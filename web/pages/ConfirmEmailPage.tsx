import { ConfirmEmailForm } from '#web/features/access-links/ConfirmEmailForm.tsx';
import { AccountFrame } from '#web/pages/account/AccountFrame.tsx';

export function ConfirmEmailPage() {
  return (
    <AccountFrame title="Confirm Email">
      <ConfirmEmailForm />
    </AccountFrame>
  );
}
