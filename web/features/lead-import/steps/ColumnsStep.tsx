import { Button, Checkbox, Select } from '@mantine/core';
import { useMemo } from 'react';
import { isFieldKey } from '#shared/fields/custom-fields.ts';
import type { ColumnTarget, ImportColumn } from '#shared/leads/lead-import.ts';
import { COLUMN_TARGETS, SHARED_TARGETS } from '#shared/leads/lead-import.ts';
import { counted } from '#shared/values/numbers.ts';
import classes from './ColumnsStep.module.css';
import { ImportProgressBar } from './ImportProgressBar.tsx';
import { TableLayout } from './TableLayout.tsx';
import type { Import } from '#web/features/lead-import/useImport.ts';
import { useFieldConfiguration } from '#web/leads/fields/useFieldConfiguration.ts';
import form from '#web/ui/fields/Form.module.css';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';

const SPECIAL: Partial<Record<ColumnTarget, string>> = {
  first_name: 'First name',
  last_name: 'Last name',
  lead_id: 'Lead ID (from an export)',
  owner: 'Assigned To (name or email)',
  product: 'Product (name)',
  keep_in_notes: 'Keep in notes',
  ignore: 'Do not import',
};

/** The label of a target. */
function targetLabel(target: ColumnTarget, { title }: FieldSettings): string {
  return SPECIAL[target] ?? (isFieldKey(target) ? title(target) : target);
}

const isSpecial = (target: ColumnTarget) => target in SPECIAL;

/** The targets of a column, for the select. */
function targetOptions(fields: FieldSettings) {
  const option = (target: ColumnTarget) => ({ value: target, label: targetLabel(target, fields) });
  const groups = [
    { group: 'Fields of a lead', items: COLUMN_TARGETS.filter((target) => !isSpecial(target)).map(option) },
    { group: 'Custom fields', items: fields.custom.map(option) },
    { group: 'Other', items: COLUMN_TARGETS.filter(isSpecial).map(option) },
  ];
  return groups.filter(({ items }) => items.length > 0);
}

/** Targets that allow one column but are chosen for several: the last column would win silently. */
function doubledTargets(mapping: readonly ColumnTarget[]): Set<ColumnTarget> {
  const single = mapping.filter((target) => !SHARED_TARGETS.has(target) && target !== 'tags');
  return new Set(single.filter((target, index) => single.indexOf(target) !== index));
}

/** Asks for the target of each column, and what to do about leads that already exist. */
export function ColumnsStep({ wizard }: { wizard: Import }) {
  const { preview, request, progress, error } = wizard.state;
  const mapping = request.mapping ?? [];
  const doubled = doubledTargets(mapping);
  const fields = useFieldConfiguration(request.clientId);
  const options = useMemo(() => targetOptions(fields), [fields]);
  const setTarget = (index: number, target: ColumnTarget) =>
    wizard.setMapping(mapping.map((old, at) => (at === index ? target : old)));
  if (progress) return <ImportProgressBar progress={progress} onCancel={wizard.cancel} />;
  return (
    <>
      <p className={classes.intro}>
        <b>{request.file?.name}</b> has {preview && counted(preview.rows, 'row')}. Check where its columns go.
      </p>
      {preview && <TableLayout preview={preview} wizard={wizard} />}
      <div className={classes.scroll} role="region" aria-label="Columns of the file">
        <table className={classes.columns}>
          <thead>
            <tr>
              <th scope="col">Column in the file</th>
              <th scope="col">Examples</th>
              <th scope="col">Goes to</th>
            </tr>
          </thead>
          <tbody>
            {preview?.columns.map((column, index) => (
              <ColumnRow
                key={column.index}
                column={column}
                options={options}
                target={mapping[index] ?? column.target}
                isDoubled={doubled.has(mapping[index] ?? 'ignore')}
                onChange={(target) => setTarget(index, target)}
              />
            ))}
          </tbody>
        </table>
      </div>
      <fieldset className={classes.options}>
        <legend>Existing leads (same email or, without one, same phone)</legend>
        <Checkbox
          label="Skip duplicates"
          description="People who are already among your leads, or twice in the file, aren’t added again."
          checked={request.skip_duplicates}
          onChange={(event) => wizard.setOptions({ skip_duplicates: event.currentTarget.checked })}
        />
        <Checkbox
          label="Update existing leads"
          description="Values in the file replace those of existing leads; empty cells change nothing."
          checked={request.update_existing}
          onChange={(event) => wizard.setOptions({ update_existing: event.currentTarget.checked })}
        />
      </fieldset>
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      <div className={form.actions}>
        <Button variant="default" onClick={() => wizard.goTo('file')}>
          Back
        </Button>
        <Button disabled={doubled.size > 0} onClick={() => void wizard.preview({}, 'check')}>
          Continue
        </Button>
      </div>
    </>
  );
}

type RowProps = {
  column: ImportColumn;
  options: ReturnType<typeof targetOptions>;
  target: ColumnTarget;
  isDoubled: boolean;
  onChange: (target: ColumnTarget) => void;
};

function ColumnRow({ column, options, target, isDoubled, onChange }: RowProps) {
  const name = column.header || `Column ${column.index + 1}`;
  const samples = column.samples.join(' · ');
  const label = options.flatMap(({ items }) => items).find(({ value }) => value === target)?.label;
  return (
    <tr data-ignored={target === 'ignore' || undefined}>
      <th scope="row" title={name}>
        {name}
      </th>
      <td className={classes.samples} title={samples}>
        {samples || '-'}
      </td>
      <td>
        <Select
          aria-label={`Field for ${name}`}
          size="xs"
          data={options}
          value={target}
          onChange={(value) => onChange(value ?? 'ignore')}
          allowDeselect={false}
          searchable
          error={isDoubled && `Another column goes to ${label} too`}
        />
      </td>
    </tr>
  );
}
