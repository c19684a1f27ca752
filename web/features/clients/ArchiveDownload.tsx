import { Button } from '@mantine/core';
import { inMegabytes } from '#shared/numbers.ts';
import classes from '#web/features/clients/ArchiveDownload.module.css';
import { useArchive } from '#web/features/clients/useArchive.ts';
import { ProgressBar } from '#web/ui/states/ProgressBar.tsx';

type Props = { clientId: string; onSaved?: () => void };

/** Explains what the file of all data contains, and saves it. */
export function ArchiveDownload({ clientId, onSaved }: Props) {
  const { bytes, run, cancel } = useArchive(clientId, onSaved);
  const isBusy = bytes !== undefined;
  return (
    <div className={classes.archive}>
      <p>
        A ZIP file with one table each for leads, calls, follow-ups, notes, products, history and the rest.
        Any spreadsheet program opens them, and the operator of LMS can restore everything from it. It
        contains no passwords or API keys.
      </p>
      {isBusy && (
        <ProgressBar label="Downloading..." percent={undefined} detail={inMegabytes(bytes, 1_048_576)} />
      )}
      <div className={classes.actions}>
        {isBusy && (
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
        )}
        <Button loading={isBusy} onClick={() => void run()}>
          Download All Data
        </Button>
      </div>
    </div>
  );
}
