import { useIsOnline } from '#web/lib/hooks/useIsOnline.ts';
import { Coming } from '#web/ui/states/Coming.tsx';
import plain from '#web/ui/plain/Plain.module.css';
import classes from './Waiting.module.css';

/** A placeholder for loading code. Appears only after a moment, so that fast loads don't flicker. */
export function Waiting({
  label = 'Loading',
  isWholeScreen = false,
}: {
  label?: string;
  isWholeScreen?: boolean;
}) {
  const isConnected = useIsOnline();
  return (
    <div className={classes.waiting} data-whole={isWholeScreen || undefined} role="status">
      {isConnected && <span className={plain.spinner} aria-hidden="true" />}
      <span className={classes.label}>
        <Coming>{label}</Coming>
      </span>
    </div>
  );
}
