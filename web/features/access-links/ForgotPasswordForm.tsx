import { useState } from 'react';
import { BackToSignIn } from '#web/features/access-links/BackToSignIn.tsx';
import { installation } from '#web/lib/installation.ts';
import classes from '#web/ui/plain/PlainForm.module.css';
import { PlainForm } from '#web/ui/plain/PlainForm.tsx';
import { PlainNotice } from '#web/ui/plain/PlainNotice.tsx';

const TITLE = 'Forgot your password?';
const loadCalls = () => import('#web/features/access-links/access-link-calls.ts');

/** Requests a link by email. Where no email is sent, names the people who can give a link instead. */
export function ForgotPasswordForm() {
  const [answer, setAnswer] = useState<string>();
  if (answer !== undefined || !installation.sendsMail) {
    return (
      <div className={classes.form}>
        <h1 className={classes.title}>{answer === undefined ? TITLE : 'Check your email'}</h1>
        <PlainNotice>
          {answer ?? 'Email isn’t set up. Ask your administrator for a link to choose a new password.'}
        </PlainNotice>
        {answer !== undefined && (
          <p className={classes.text}>
            The link works once, within an hour. No email? Check your spam folder or try again.
          </p>
        )}
        <BackToSignIn />
      </div>
    );
  }
  return (
    <PlainForm
      title={TITLE}
      text="Enter your email and we’ll send you a link to choose a new password."
      fields={[{ name: 'email', label: 'Email', type: 'email', autoComplete: 'username' }]}
      check={({ email }) => (email ? {} : { email: 'Email is required' })}
      send={async ({ email }) => {
        const { askForReset } = await loadCalls();
        setAnswer((await askForReset(email)) ?? '');
      }}
      action="Send link"
      fallback="Failed to send the link. Please try again."
    >
      <BackToSignIn />
    </PlainForm>
  );
}
