import { Button } from '@mantine/core';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ImportPreview, ImportValues } from '#shared/leads/lead-import.ts';
import { inNumbers } from '#shared/values/numbers.ts';
import { Counts } from './Counts.tsx';
import { PreviewNotes } from './PreviewNotes.tsx';
import classes from './PreviewStep.module.css';
import { RowErrors, RowWarnings } from './RowErrors.tsx';
import { SampleRows } from './SampleRows.tsx';
import { useValueChoices } from '#web/features/lead-import/useValueChoices.ts';
import type { Import } from '#web/features/lead-import/useImport.ts';
import form from '#web/ui/fields/Form.module.css';

/** The effect of the import in exact numbers, before anything is written. */
export function PreviewStep({ wizard }: { wizard: Import }) {
  const { preview } = wizard.state;
  return preview && <Check wizard={wizard} preview={preview} />;
}

function Check({ wizard, preview }: { wizard: Import; preview: ImportPreview }) {
  const { request, error, progress } = wizard.state;
  const choices = useValueChoices(preview, wizard);
  const { values } = choices.mapping;
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
          <span>{notice}</span>
        </p>
      ))}
      <Counts {...preview} />
      {changes === 0 && (
        <p className={classes.nothing}>
          Nothing in this file would change your leads. The next step lists the reason for each row.
        </p>
      )}
      <PreviewNotes preview={preview} choices={choices} wizard={wizard} />
      <p className={classes.reading} role="status">
        {isReading && 'Reading the file again...'}
      </p>
      <SampleRows rows={mappedSample(preview, values)} clientId={request.clientId} />
      <RowErrors errors={preview.errors} total={preview.failed + preview.skipped} />
      <RowWarnings warnings={openWarnings(preview, values)} />
      <div className={form.actions}>
        <Button variant="default" disabled={isReading} onClick={() => wizard.goTo('columns')}>
          Back
        </Button>
        <Button
          loading={isReading}
          disabled={(preview.inserted > 0 && request.sharers?.length === 0) || choices.isPending}
          onClick={() => void wizard.run(choices.mapping)}
        >
          {changes === 0
            ? 'Finish without importing'
            : `Import ${inNumbers(changes)} ${changes === 1 ? 'lead' : 'leads'}`}
        </Button>
      </div>
    </div>
  );
}

/** The first leads with the values to which their statuses and sources are mapped. */
function mappedSample({ sample }: ImportPreview, { status, source }: ImportValues): ImportPreview['sample'] {
  return sample.map((row) => {
    const said = { status: status?.[row['status'] ?? ''], source: source?.[row['source'] ?? ''] };
    return {
      ...row,
      ...(said.status && { status: said.status }),
      ...(said.source && { source: said.source }),
    };
  });
}

/** The warnings, without those about interest levels that are now mapped. */
function openWarnings({ warnings }: ImportPreview, { interest_level = {} }: ImportValues) {
  const mapped = Object.keys(interest_level).map((value) => `"${value}"`);
  return warnings.filter(
    ({ field, message }) => field !== 'interest_level' || !mapped.some((value) => message.includes(value)),
  );
}
