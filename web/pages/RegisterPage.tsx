import { RegisterForm } from '#web/features/access-links/RegisterForm.tsx';
import { AccountFrame } from '#web/pages/account/AccountFrame.tsx';

export function RegisterPage() {
  return (
    <AccountFrame title="Create Account">
      <RegisterForm />
    </AccountFrame>
  );
}
