import { AccountFrame } from '#web/features/account/AccountFrame.tsx';
import { ResetPasswordForm } from '#web/features/account/ResetPasswordForm.tsx';

export default function ResetPasswordPage() {
  return (
    <AccountFrame title="New Password">
      <ResetPasswordForm />
    </AccountFrame>
  );
}
