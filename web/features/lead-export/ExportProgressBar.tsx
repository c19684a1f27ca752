import { inMegabytes, inNumbers } from '#shared/numbers.ts';
import classes from '#web/features/lead-export/ExportDialog.module.css';
import type { ExportProgress } from '#web/features/lead-export/export-file.ts';
import { ProgressBar } from '#web/ui/states/ProgressBar.tsx';

/** The bar's position before the server has responded (the specification's figure). */
const START = 25;
/** Shows rows if they can be counted, else bytes. */
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
