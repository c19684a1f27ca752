import { Button } from '@mantine/core';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { inNumbers } from '#shared/numbers.ts';
import { Counts } from '#web/features/lead-import/Counts.tsx';
import { PreviewNotes } from '#web/features/lead-import/PreviewNotes.tsx';
import classes from '#web/features/lead-import/PreviewStep.module.css';
import { RowErrors, RowWarnings } from '#web/features/lead-import/RowErrors.tsx';
import { SampleRows } from '#web/features/lead-import/SampleRows.tsx';
import { StepActions } from '#web/features/lead-import/StepActions.tsx';
import type { Import } from '#web/features/lead-import/useImport.ts';

/** The effect of the import, in exact numbers, before anything is written. */
export function PreviewStep({ wizard }: { wizard: Import }) {
  const { preview, request, error, progress } = wizard.state;
  if (!preview) return null;
  const isReading = progress !== undefined;
  const changes = preview.inserted + preview.updated;
  return (
    <div className={classes.step} aria-busy={isReading}>
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      {preview.notices.map((notice) => (
        <p key={notice} className={classes.notice}>
          <TriangleAlert size={16} aria-hidden="true" />
          <span>{notice} Go back to say which column holds them.</span>
        </p>
      ))}
      <Counts {...preview} />
      {changes === 0 && (
        <p className={classes.nothing}>
          Nothing in this file would change your leads. The next step lists why, row by row, as a file.
        </p>
      )}
      <PreviewNotes preview={preview} wizard={wizard} />
      <p className={classes.reading} role="status">
        {isReading && 'Reading the file again…'}
      </p>
      <SampleRows rows={preview.sample} clientId={request.clientId} />
      <RowErrors errors={preview.errors} total={preview.failed + preview.skipped} />
      <RowWarnings warnings={preview.warnings} />
      <StepActions>
        <Button variant="default" disabled={isReading} onClick={() => wizard.goTo('columns')}>
          Back
        </Button>
        <Button loading={isReading} onClick={() => void wizard.run()}>
          {changes === 0
            ? 'Finish without importing'
            : `Import ${inNumbers(changes)} ${changes === 1 ? 'lead' : 'leads'}`}
        </Button>
      </StepActions>
    </div>
  );
}
