import plain from '#web/ui/Plain.module.css';
import classes from '#web/ui/Waiting.module.css';

/** A placeholder for code that is on its way. Appears after a moment only, so that fast loads do not blink. */
export function Waiting({
  label = 'Loading',
  isWholeScreen = false,
}: {
  label?: string;
  isWholeScreen?: boolean;
}) {
  return (
    <div className={classes.waiting} data-whole={isWholeScreen || undefined} role="status">
      <span className={plain.spinner} aria-hidden="true" />
      <span className={classes.label}>{label}</span>
    </div>
  );
}
