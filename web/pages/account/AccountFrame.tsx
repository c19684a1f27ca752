import { useEffect } from 'react';
import type { ReactNode } from 'react';
import classes from '#web/pages/account/AccountFrame.module.css';
import { SignInWelcome } from '#web/pages/account/SignInWelcome.tsx';

/** A page with an account form: the product on one side, the form on the other. */
export function AccountFrame({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · LMS`;
  }, [title]);
  return (
    <main className={classes.page}>
      <section className={classes.welcome} aria-label="About LMS">
        <SignInWelcome />
      </section>
      <section className={classes.form} aria-label={title}>
        {children}
      </section>
    </main>
  );
}
