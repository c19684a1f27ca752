import { AccountFrame } from '#web/features/account/AccountFrame.tsx';
import { ForgotPasswordForm } from '#web/features/account/ForgotPasswordForm.tsx';

export default function ForgotPasswordPage() {
  return (
    <AccountFrame title="Forgot Password">
      <ForgotPasswordForm />
    </AccountFrame>
  );
}
