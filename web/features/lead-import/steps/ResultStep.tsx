import { Button } from '@mantine/core';
import CircleCheck from 'lucide-react/icons/circle-check';
import FileDown from 'lucide-react/icons/file-down';
import Info from 'lucide-react/icons/info';
import Undo2 from 'lucide-react/icons/undo-2';
import { useState } from 'react';
import { Link } from 'react-router';
import { inNumbers } from '#shared/values/numbers.ts';
import { Counts } from './Counts.tsx';
import classes from './ResultStep.module.css';
import { RowErrors, RowWarnings } from './RowErrors.tsx';
import { errorsFile } from '#web/features/lead-import/errors-file.ts';
import type { Import } from '#web/features/lead-import/useImport.ts';
import { importedLeads } from '#web/leads/list/imported-leads.ts';
import { UNDONE_AT_ONCE, UndoQuestion } from '#web/leads/UndoQuestion.tsx';
import { useUndoOperations } from '#web/leads/useUndoOperations.ts';
import type { ProgressOfUndo } from '#web/leads/useUndoOperations.ts';
import { saveFile } from '#web/lib/files/save-file.ts';
import { useStepFocus } from '#web/ui/dialogs/useStepFocus.ts';
import form from '#web/ui/fields/Form.module.css';

/** The result of the import. The numbers add up to the rows of the file. */
export function ResultStep({ wizard, onClose }: { wizard: Import; onClose: () => void }) {
  const { result, rejected, preview, request } = wizard.state;
  const undoOperations = useUndoOperations();
  const [undo, setUndo] = useState<'asked' | 'running' | 'done'>();
  const top = useStepFocus(undo === 'done');
  if (!result) return null;
  const { data, message } = result;
  const operation = data.operation_id;
  const changes = data.inserted + data.updated;
  const shows = operation !== null && undo !== 'done';
  const done = changes > 0 ? message : 'Nothing was imported, and nothing was changed.';
  const Sign = changes > 0 && undo !== 'done' ? CircleCheck : Info;
  const takeBack = async (operationId: string, listen?: ProgressOfUndo) =>
    setUndo((await undoOperations([operationId], listen)) ? 'done' : undefined);
  const startUndo = (operationId: string) => {
    setUndo(changes > UNDONE_AT_ONCE ? 'asked' : 'running');
    if (changes <= UNDONE_AT_ONCE) void takeBack(operationId);
  };
  const download = () => {
    const name = (request.file?.name ?? 'leads').replace(/\.\w+$/, '');
    saveFile(errorsFile(preview?.columns ?? [], rejected), `${name}-errors.csv`);
  };
  return (
    <div ref={top} className={classes.step} tabIndex={-1}>
      <p className={classes.message} role={undo === 'done' ? 'status' : undefined}>
        <Sign size={20} aria-hidden="true" />
        {undo === 'done' ? 'The import was undone.' : done}
      </p>
      {undo !== 'done' && <Counts {...data} isDone />}
      <RowErrors errors={data.errors} total={data.failed + data.skipped} />
      {undo !== 'done' && <RowWarnings warnings={data.warnings} />}
      {operation && undo === 'asked' && (
        <UndoQuestion
          kind="import"
          leads={changes}
          undo={(listen) => takeBack(operation, listen)}
          onClose={() => setUndo((state) => (state === 'asked' ? undefined : state))}
        />
      )}
      <div className={form.actions}>
        {operation && undo !== 'done' && (
          <Button
            className={classes.undo}
            variant="subtle"
            color="gray"
            leftSection={<Undo2 size={15} aria-hidden="true" />}
            loading={undo === 'running'}
            onClick={() => startUndo(operation)}
          >
            Undo import
          </Button>
        )}
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
        <Button variant={shows ? 'default' : 'filled'} onClick={onClose}>
          Done
        </Button>
        {shows && (
          <Button
            component={Link}
            to={importedLeads(operation, request.clientId ?? undefined)}
            onClick={onClose}
          >
            {changes === 1 ? 'Show the lead' : `Show the ${inNumbers(changes)} leads`}
          </Button>
        )}
      </div>
    </div>
  );
}
