import { Button, Select } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { EXPORT_FORMATS } from '#shared/lead-export.ts';
import type { ExportFormat } from '#shared/lead-export.ts';
import { inNumbers } from '#shared/numbers.ts';
import classes from '#web/features/lead-export/ExportDialog.module.css';
import { ExportProgressBar } from '#web/features/lead-export/ExportProgressBar.tsx';
import { useExport } from '#web/features/lead-export/useExport.ts';
import { FilterFields } from '#web/leads/filters/FilterFields.tsx';
import type { ListState } from '#web/leads/list/list-state.ts';
import { useFirstField } from '#web/lib/forms/useFirstField.ts';
import { CheckBox } from '#web/ui/fields/CheckBox.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import form from '#web/ui/fields/Form.module.css';

const FORMATS = { csv: 'CSV (.csv)', xlsx: 'Excel (.xlsx)' };

/** Exports leads to a file, starting from the filters of the list. */
export function ExportDialog({ state, onClose }: { state: ListState; onClose: () => void }) {
  const [format, setFormat] = useState<ExportFormat>('csv');
  const [withNotes, setWithNotes] = useState(false);
  const [filters, setFilters] = useState(state);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const onWrong = useCallback(
    (range: string, isWrong: boolean) =>
      setWrong((others) => [...others.filter((other) => other !== range), ...(isWrong ? [range] : [])]),
    [],
  );
  const change = (part: Partial<ListState>) => setFilters((current) => ({ ...current, ...part }));
  const { progress, run, cancel } = useExport(onClose);
  // Stops the download when the dialog closes.
  useEffect(() => cancel, []); // oxlint-disable-line react-hooks/exhaustive-deps -- only when the dialog goes
  const isBusy = progress !== undefined;
  const fields = useFirstField<HTMLFieldSetElement>();
  return (
    <Dialog
      title="Export Leads"
      description="The file contains all matching leads with all fields."
      onClose={onClose}
      isBusy={isBusy}
    >
      <fieldset ref={fields} className={classes.fields} disabled={isBusy}>
        <Select
          className={classes.wide}
          label="Format"
          data={EXPORT_FORMATS.map((value) => ({ value, label: FORMATS[value] }))}
          value={format}
          onChange={(value) => setFormat(value ?? 'csv')}
          allowDeselect={false}
        />
        <label className={`${form.check} ${classes.wide}`} htmlFor="with-notes">
          <CheckBox
            id="with-notes"
            checked={withNotes}
            onChange={(event) => setWithNotes(event.currentTarget.checked)}
          />
          <span>Include timeline notes</span>
        </label>
        <FilterFields state={filters} onChange={change} onWrong={onWrong} />
        {filters.ids && (
          <p className={classes.search}>
            Only the {inNumbers(filters.ids.split(',').length)} selected leads.
          </p>
        )}
        {filters.search && (
          <p className={classes.search}>
            Only leads found by “{filters.search}”.{' '}
            <button type="button" onClick={() => change({ search: '' })}>
              Export without the search
            </button>
          </p>
        )}
      </fieldset>
      {progress && <ExportProgressBar progress={progress} />}
      <div className={form.actions}>
        <Button variant="default" onClick={isBusy ? cancel : onClose}>
          Cancel
        </Button>
        <Button
          loading={isBusy}
          disabled={wrong.length > 0}
          onClick={() => void run(filters, format, withNotes)}
        >
          Export
        </Button>
      </div>
    </Dialog>
  );
}
