import { Button } from '@mantine/core';
import classes from './ImportProgressBar.module.css';
import type { ImportProgress } from '#web/features/lead-import/useImport.ts';
import { ProgressBar } from '#web/ui/states/ProgressBar.tsx';

type Props = { progress: ImportProgress; onCancel: () => void };

/** The current step, its progress, and a button to stop it. */
export function ImportProgressBar({ progress: { label, percent }, onCancel }: Props) {
  return (
    <div className={classes.box}>
      <ProgressBar label={label} percent={percent} />
      <Button variant="default" size="xs" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
