import { ForgotPasswordForm } from '#web/features/access-links/ForgotPasswordForm.tsx';
import { AccountFrame } from '#web/pages/account/AccountFrame.tsx';

export function ForgotPasswordPage() {
  return (
    <AccountFrame title="Forgot Password">
      <ForgotPasswordForm />
    </AccountFrame>
  );
}
