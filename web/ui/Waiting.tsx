import plain from '#web/ui/Plain.module.css';
import classes from '#web/ui/Waiting.module.css';

/** A place whose code is on its way. Appears after a moment only, so that fast loads do not blink. */
export function Waiting({ label = 'Loading' }: { label?: string }) {
  return (
    <div className={classes.waiting} role="status">
      <span className={plain.spinner} aria-hidden="true" />
      <span className={classes.label}>{label}</span>
    </div>
  );
}
