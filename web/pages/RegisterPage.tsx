import { AccountFrame } from '#web/features/account/AccountFrame.tsx';
import { RegisterForm } from '#web/features/account/RegisterForm.tsx';

export default function RegisterPage() {
  return (
    <AccountFrame title="Create Account">
      <RegisterForm />
    </AccountFrame>
  );
}
