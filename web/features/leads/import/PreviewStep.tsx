import { Button } from '@mantine/core';
import { Counts } from '#web/features/leads/import/Counts.tsx';
import { PreviewNotes } from '#web/features/leads/import/PreviewNotes.tsx';
import { SampleRows } from '#web/features/leads/import/SampleRows.tsx';
import { RowErrors } from '#web/features/leads/import/RowErrors.tsx';
import { StepActions } from '#web/features/leads/import/StepActions.tsx';
import classes from '#web/features/leads/import/PreviewStep.module.css';
import type { Import } from '#web/features/leads/import/useImport.ts';

/** What the import will do, in exact numbers, before anything is written. */
export function PreviewStep({ wizard }: { wizard: Import }) {
  const { preview, request, error } = wizard.state;
  if (!preview) return null;
  const changes = preview.inserted + preview.updated;
  return (
    <div className={classes.step}>
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      <Counts {...preview} />
      {changes === 0 && (
        <p className={classes.nothing}>
          Nothing in this file would change your leads. The next step lists why, row by row, as a file.
        </p>
      )}
      <PreviewNotes preview={preview} />
      <SampleRows rows={preview.sample} clientId={request.clientId} />
      <RowErrors errors={preview.errors} total={preview.failed + preview.skipped} />
      <StepActions>
        <Button variant="default" onClick={() => wizard.goTo('columns')}>
          Back
        </Button>
        {changes === 0 ? (
          <Button onClick={() => void wizard.run()}>Finish without importing</Button>
        ) : (
          <Button onClick={() => void wizard.run()}>Import {changes.toLocaleString('en-IN')} leads</Button>
        )}
      </StepActions>
    </div>
  );
}
