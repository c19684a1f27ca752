import { Button } from '@mantine/core';
import CircleCheck from 'lucide-react/icons/circle-check';
import FileDown from 'lucide-react/icons/file-down';
import Info from 'lucide-react/icons/info';
import { Counts } from '#web/features/leads/import/Counts.tsx';
import { RowErrors } from '#web/features/leads/import/RowErrors.tsx';
import { StepActions } from '#web/features/leads/import/StepActions.tsx';
import { errorsFile } from '#web/features/leads/import/errors-file.ts';
import classes from '#web/features/leads/import/ResultStep.module.css';
import type { Import } from '#web/features/leads/import/useImport.ts';
import { saveFile } from '#web/lib/save-file.ts';

/** What the import did; the numbers add up to the rows of the file. */
export function ResultStep({ wizard, onClose }: { wizard: Import; onClose: () => void }) {
  const { result, rejected, preview, request } = wizard.state;
  if (!result) return null;
  const { data, message } = result;
  const changes = data.inserted + data.updated;
  const download = () => {
    const name = (request.file?.name ?? 'leads').replace(/\.\w+$/, '');
    saveFile(errorsFile(preview?.columns ?? [], rejected), `${name}-errors.csv`);
  };
  return (
    <div className={classes.step}>
      <p className={classes.message}>
        {changes > 0 ? <CircleCheck size={20} aria-hidden="true" /> : <Info size={20} aria-hidden="true" />}
        {changes > 0 ? message : 'Nothing was imported, and nothing was changed.'}
      </p>
      <Counts {...data} isDone />
      <RowErrors errors={data.errors} total={data.failed + data.skipped} />
      <StepActions>
        {rejected.length > 0 && (
          <Button
            variant="default"
            leftSection={<FileDown size={15} aria-hidden="true" />}
            onClick={download}
          >
            Download errors file
          </Button>
        )}
        <Button variant="default" onClick={wizard.restart}>
          Import another file
        </Button>
        <Button onClick={onClose}>Done</Button>
      </StepActions>
    </div>
  );
}
