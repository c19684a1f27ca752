import { Button, Select } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { EXPORT_FORMATS } from '#shared/leads/lead-export.ts';
import type { ExportFormat } from '#shared/leads/lead-export.ts';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import { leads } from '#shared/leads/leads.ts';
import { inMegabytes, inNumbers } from '#shared/values/numbers.ts';
import classes from '#web/features/lead-export/ExportDialog.module.css';
import { useExport } from '#web/features/lead-export/useExport.ts';
import { FilterFields } from '#web/leads/filters/FilterFields.tsx';
import { withoutFilters, activeFilters } from '#web/leads/list/list-state.ts';
import type { ListState } from '#web/leads/list/list-state.ts';
import { useFieldConfiguration } from '#web/leads/fields/useFieldConfiguration.ts';
import { useFirstField } from '#web/lib/forms/useFirstField.ts';
import { CheckBox } from '#web/ui/fields/CheckBox.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import form from '#web/ui/fields/Form.module.css';
import type { ExportProgress } from '#web/features/lead-export/export-file.ts';
import { ProgressBar } from '#web/ui/states/ProgressBar.tsx';
import { query } from '#web/api/query.ts';
import { listQuery } from '#web/leads/list/list-query.ts';
import { totalText } from '#web/ui/lists/PaginationFooter.tsx';

/** The bar's position before the server has responded (the specification's figure). */
const START = 25;
/** Shows rows if they can be counted, else bytes. */
function ExportProgressBar({ progress }: { progress: ExportProgress }) {
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

const FORMATS = { csv: 'CSV (.csv)', xlsx: 'Excel (.xlsx)' };

type Props = {
  state: ListState;
  /** The columns that the list shows. */
  columns: readonly FieldKey[];
  onClose: () => void;
};

type Choice = { format: ExportFormat; which: 'these' | 'all'; width: 'all' | 'visible'; withNotes: boolean };
const FIRST: Choice = { format: 'csv', which: 'these', width: 'all', withNotes: false };

/** Exports leads to a file: those of the list or all, with all columns or those of the list. */
export function ExportDialog({ state, columns, onClose }: Props) {
  const [choice, setChoice] = useState(FIRST);
  const [filters, setFilters] = useState(state);
  const [isWrong, setIsWrong] = useState(false);
  const { progress, run, cancel } = useExport(onClose);
  // Stops the download when the dialog closes.
  useEffect(() => cancel, []); // oxlint-disable-line react-hooks/exhaustive-deps -- only when the dialog goes
  const isBusy = progress !== undefined;
  const fields = useFirstField<HTMLFieldSetElement>();
  const { client_id } = filters;
  const { setting } = useFieldConfiguration(client_id || undefined);
  // Another client may have been chosen since, without these fields.
  const visible = columns.filter((key) => setting(key));
  const everything: ListState = { ...filters, ...withoutFilters(), client_id, archived: 'all' };
  const these = useMatchingWords(filters);
  const isAll = choice.which === 'all';
  const start = () =>
    void run(isAll ? everything : filters, {
      format: choice.format,
      withNotes: choice.withNotes,
      columns: choice.width === 'visible' ? visible : undefined,
    });
  return (
    <Dialog title="Export Leads" onClose={onClose} isBusy={isBusy}>
      <fieldset ref={fields} className={classes.fields} disabled={isBusy}>
        <Contents
          choice={choice}
          onChange={(part) => setChoice((current) => ({ ...current, ...part }))}
          these={these}
          visible={visible.length}
        />
        {!isAll && (
          <Narrowing
            filters={filters}
            onChange={(part) => setFilters((current) => ({ ...current, ...part }))}
            onWrong={setIsWrong}
          />
        )}
      </fieldset>
      {progress && <ExportProgressBar progress={progress} />}
      <div className={form.actions}>
        <Button variant="default" onClick={isBusy ? cancel : onClose}>
          Cancel
        </Button>
        <Button loading={isBusy} disabled={isWrong} onClick={start}>
          Export
        </Button>
      </div>
    </Dialog>
  );
}

type ContentsProps = {
  choice: Choice;
  onChange: (part: Partial<Choice>) => void;
  /** Words for the leads of the list. */
  these: string;
  /** The number of columns that the list shows. */
  visible: number;
};

/** Format, columns, leads, and whether to include notes. */
function Contents({ choice, onChange, these, visible }: ContentsProps) {
  return (
    <>
      <Select
        label="Format"
        data={EXPORT_FORMATS.map((value) => ({ value, label: FORMATS[value] }))}
        value={choice.format}
        onChange={(format) => format && onChange({ format })}
        allowDeselect={false}
      />
      <Select
        label="Columns"
        data={[
          { value: 'all', label: 'All columns' },
          { value: 'visible', label: `Visible columns (${visible})` },
        ]}
        value={choice.width}
        onChange={(width) => width && onChange({ width })}
        allowDeselect={false}
      />
      <Select
        className={classes.wide}
        label="Leads"
        data={[
          { value: 'these', label: these },
          { value: 'all', label: 'All leads, including archived ones' },
        ]}
        value={choice.which}
        onChange={(which) => which && onChange({ which })}
        allowDeselect={false}
      />
      <label className={`${form.check} ${classes.wide}`} htmlFor="with-notes">
        <CheckBox
          id="with-notes"
          checked={choice.withNotes}
          onChange={(event) => onChange({ withNotes: event.currentTarget.checked })}
        />
        <span>Include timeline notes</span>
      </label>
    </>
  );
}

type NarrowingProps = {
  filters: ListState;
  onChange: (part: Partial<ListState>) => void;
  /** Called when some range ends before it begins, or none does any longer. */
  onWrong: (isWrong: boolean) => void;
};

/** The search, and the filters on request. */
function Narrowing({ filters, onChange, onWrong }: NarrowingProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const onRange = useCallback(
    (range: string, isWrong: boolean) =>
      setWrong((others) => [...others.filter((other) => other !== range), ...(isWrong ? [range] : [])]),
    [],
  );
  useEffect(() => {
    onWrong(isOpen && wrong.length > 0);
    return () => onWrong(false);
  }, [isOpen, wrong, onWrong]);
  return (
    <>
      {filters.search && (
        <p className={classes.search}>
          Only leads found by “{filters.search}”.{' '}
          <button type="button" onClick={() => onChange({ search: '' })}>
            Export without the search
          </button>
        </p>
      )}
      <Button
        className={classes.wide}
        w="fit-content"
        ml={-13}
        variant="subtle"
        aria-expanded={isOpen}
        onClick={() => {
          // A range that is wrong has not been passed on, and goes with its fields.
          setWrong([]);
          setIsOpen(!isOpen);
        }}
      >
        {isOpen ? 'Hide the filters' : 'Change the filters'}
      </Button>
      {isOpen && <FilterFields state={filters} onChange={onChange} onWrong={onRange} />}
    </>
  );
}

/** Words for the leads that match a state, with their number: usually the one that the list shows already. */
function useMatchingWords(state: ListState): string {
  const { data } = useQuery({
    ...query(leads.list, { query: listQuery(state) }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  if (state.ids) return `The ${inNumbers(state.ids.split(',').length)} selected leads`;
  const { pagination } = data ?? {};
  const these =
    pagination?.total === 1 ? 'This lead' : `These ${pagination ? `${totalText(pagination)} ` : ''}leads`;
  return state.search || activeFilters(state).length > 0 ? `${these} (as filtered)` : these;
}
