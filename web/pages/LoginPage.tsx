import { AccountFrame } from '#web/features/account/AccountFrame.tsx';
import { SignInForm } from '#web/features/account/SignInForm.tsx';

export default function LoginPage() {
  return (
    <AccountFrame title="Sign In">
      <SignInForm />
    </AccountFrame>
  );
}
