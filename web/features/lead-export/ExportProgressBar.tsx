import { inMegabytes, inNumbers } from '#shared/numbers.ts';
import classes from '#web/features/lead-export/ExportDialog.module.css';
import type { ExportProgress } from '#web/features/lead-export/export-file.ts';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';

/** Where the bar stands while the server has not answered yet (the specification's figure). */
const START = 25;
/** Rows where they can be counted, bytes where not. */
export function ExportProgressBar({ progress }: { progress: ExportProgress }) {
  const { share, rows, total, bytes } = progress;
  const counted = rows !== undefined && total !== undefined;
  const read = inMegabytes(bytes, 1_000_000);
  const all = total === undefined ? '' : ` · ${inNumbers(total)} leads`;
  return (
    <div className={classes.progress}>
      <ProgressBar
        label="Exporting leads"
        percent={bytes > 0 && share === undefined ? undefined : START + (100 - START) * (share ?? 0)}
        detail={bytes === 0 ? undefined : counted ? `${inNumbers(rows)} of ${inNumbers(total)}` : read + all}
      />
    </div>
  );
}
