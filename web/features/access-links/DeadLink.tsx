import { BackToSignIn } from '#web/features/access-links/BackToSignIn.tsx';
import classes from '#web/ui/plain/PlainForm.module.css';

const WITHOUT = 'Open the complete link from your email or administrator. Each link works once.';

type Props = {
  title: string;
  /** Why the link cannot be used; absent if the page was opened without one. */
  text?: string;
};

/** The message shown when a link's page was opened without a link, or with one that no longer works. */
export function DeadLink({ title, text = WITHOUT }: Props) {
  return (
    <div className={classes.form}>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.text}>{text}</p>
      <BackToSignIn />
    </div>
  );
}
