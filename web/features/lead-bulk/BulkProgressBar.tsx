import { inNumbers } from '#shared/values/numbers.ts';
import classes from '#web/features/lead-bulk/BulkDialog.module.css';
import type { BulkProgress } from '#web/features/lead-bulk/bulk-calls.ts';
import { ProgressBar } from '#web/ui/states/ProgressBar.tsx';

/** The number of leads processed so far. */
export function BulkProgressBar({ label, progress }: { label: string; progress: BulkProgress }) {
  const { done, total } = progress;
  return (
    <div className={classes.progress}>
      <ProgressBar
        label={label}
        percent={total > 0 ? (100 * done) / total : undefined}
        detail={total > 0 ? `${inNumbers(done)} of ${inNumbers(total)}` : undefined}
      />
    </div>
  );
}
