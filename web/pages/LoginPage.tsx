import { useEffect } from 'react';
import { SignInForm } from '#web/features/account/SignInForm.tsx';
import { SignInWelcome } from '#web/features/account/SignInWelcome.tsx';
import classes from '#web/pages/LoginPage.module.css';

export default function LoginPage() {
  useEffect(() => {
    document.title = 'Sign In · LMS';
  }, []);
  return (
    <main className={classes.page}>
      <section className={classes.welcome} aria-label="About LMS">
        <SignInWelcome />
      </section>
      <section className={classes.form} aria-label="Sign In">
        <SignInForm />
      </section>
    </main>
  );
}
