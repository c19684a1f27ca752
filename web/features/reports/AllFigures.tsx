import { Button } from '@mantine/core';
import Download from 'lucide-react/icons/download';
import { useId } from 'react';
import type { ReactNode } from 'react';
import type { ReportDays } from '#shared/activities/reports.ts';
import classes from '#web/features/reports/Reports.module.css';
import { daysText } from '#web/features/reports/report-links.ts';
import { saveFile } from '#web/lib/files/save-file.ts';

type Props = {
  before: ReportDays;
  /** The table as a file, and the file's name. */
  file: () => Blob;
  fileName: string;
  /** Additional buttons for the table. */
  actions?: ReactNode;
  children: ReactNode;
};

/** The table of a report, with its download. */
export function AllFigures({ before, file, fileName, actions, children }: Props) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <header className={classes.head}>
        <div>
          <h2 id={id} className={classes.title}>
            All figures
          </h2>
          <p className={classes.quiet}>Compared with {daysText(before)}</p>
        </div>
        <div className={classes.buttons}>
          {actions}
          <Button
            variant="default"
            size="xs"
            leftSection={<Download size={14} aria-hidden="true" />}
            onClick={() => saveFile(file(), fileName)}
          >
            Download CSV
          </Button>
        </div>
      </header>
      {children}
    </section>
  );
}
