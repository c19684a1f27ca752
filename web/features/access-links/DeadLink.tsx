import { paths } from '#web/paths.ts';
import classes from '#web/ui/PlainForm.module.css';
import { PlainLink } from '#web/ui/PlainLink.tsx';

/** The message of a page for links that was opened without a link. */
export function DeadLink({ title }: { title: string }) {
  return (
    <div className={classes.form}>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.text}>
        Open the complete link from your email or administrator. Each link works once.
      </p>
      <PlainLink to={paths.login} look="text">
        Back to Sign In
      </PlainLink>
    </div>
  );
}
