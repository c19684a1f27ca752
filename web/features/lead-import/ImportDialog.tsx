import { useCallback, useEffect, useRef } from 'react';
import { ColumnsStep } from '#web/features/lead-import/steps/ColumnsStep.tsx';
import { FileStep } from '#web/features/lead-import/steps/FileStep.tsx';
import classes from '#web/features/lead-import/ImportDialog.module.css';
import { ImportProgressBar } from '#web/features/lead-import/steps/ImportProgressBar.tsx';
import { PreviewStep } from '#web/features/lead-import/steps/PreviewStep.tsx';
import { ResultStep } from '#web/features/lead-import/steps/ResultStep.tsx';
import { useImport } from '#web/features/lead-import/useImport.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { Steps } from '#web/ui/dialogs/Steps.tsx';
import { useStepFocus } from '#web/ui/dialogs/useStepFocus.ts';

const STEPS = ['File', 'Columns', 'Check', 'Result'];
const POSITION = { file: 0, columns: 1, check: 2, running: 2, result: 3 };

/** The import in four steps. Nothing is written before the third is confirmed. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const wizard = useImport();
  const { step, request, progress } = wizard.state;
  const { cancel } = wizard;
  // Back can leave the page during an import, and one that nobody sees must not continue.
  useEffect(() => cancel, []); // oxlint-disable-line react-hooks/exhaustive-deps -- only when the dialog goes
  const top = useRef<HTMLDivElement>(null);
  const content = useStepFocus(
    step,
    useCallback(() => top.current?.scrollIntoView({ block: 'start' }), []),
  );
  return (
    <Dialog
      title="Import Leads"
      size="large"
      onClose={onClose}
      isBusy={step === 'running'}
      isDirty={() => (request.file !== undefined || Boolean(request.pasted)) && step !== 'result'}
      question={{
        title: 'Stop this import?',
        text: 'Nothing has been imported yet.',
        keep: 'Keep going',
        leave: 'Stop',
      }}
    >
      <div ref={top} className={classes.top}>
        <Steps names={STEPS} current={POSITION[step]} />
      </div>
      <div ref={content} className={classes.content} tabIndex={-1}>
        {step === 'file' && <FileStep wizard={wizard} />}
        {step === 'columns' && <ColumnsStep wizard={wizard} />}
        {step === 'check' && <PreviewStep wizard={wizard} />}
        {step === 'running' && progress && <ImportProgressBar progress={progress} onCancel={cancel} />}
        {step === 'result' && <ResultStep wizard={wizard} onClose={onClose} />}
      </div>
    </Dialog>
  );
}
