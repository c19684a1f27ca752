import { ResetPasswordForm } from '#web/features/access-links/ResetPasswordForm.tsx';
import { AccountFrame } from '#web/pages/account/AccountFrame.tsx';

export function ResetPasswordPage() {
  return (
    <AccountFrame title="New Password">
      <ResetPasswordForm />
    </AccountFrame>
  );
}
