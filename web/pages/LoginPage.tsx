import { SignInForm } from '#web/features/auth/SignInForm.tsx';
import { AccountFrame } from '#web/pages/account/AccountFrame.tsx';

export function LoginPage() {
  return (
    <AccountFrame title="Sign In">
      <SignInForm />
    </AccountFrame>
  );
}
