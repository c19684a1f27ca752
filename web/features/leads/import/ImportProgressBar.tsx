import { Button } from '@mantine/core';
import classes from '#web/features/leads/import/ImportProgressBar.module.css';
import type { ImportProgress } from '#web/features/leads/import/useImport.ts';

/** What runs, how far it is, and the way out of it. */
export function ImportProgressBar({
  progress,
  onCancel,
}: {
  progress: ImportProgress;
  onCancel: () => void;
}) {
  const percent = Math.round(progress.percent);
  return (
    <div className={classes.box}>
      <p className={classes.label} aria-live="polite">
        {progress.label}
      </p>
      <p className={classes.percent}>{percent}%</p>
      <div
        className={classes.bar}
        role="progressbar"
        aria-label={progress.label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <span style={{ transform: `scaleX(${percent / 100})` }} />
      </div>
      <Button variant="default" size="xs" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
