import { Select } from '@mantine/core';
import { optionLabel } from '#shared/lead-options.ts';
import { LEAD_FIELD_KEYS, leadField } from '#shared/lead-fields.ts';
import { IMPORT_ENCODINGS } from '#shared/lead-import.ts';
import type { ColumnTarget, ImportPreview } from '#shared/lead-import.ts';
import { inNumbers } from '#shared/numbers.ts';
import classes from '#web/features/lead-import/PreviewNotes.module.css';
import type { Import } from '#web/features/lead-import/useImport.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Choices } from '#web/ui/Choices.tsx';

type Props = { preview: ImportPreview; wizard: Import };

/** What one should know before importing: new values, unknown owners, and how dates and letters are read. */
export function PreviewNotes({ preview, wizard }: Props) {
  const { new_statuses, new_sources, unknown_owners, encoding } = preview;
  const hasDates = preview.columns.some(({ target }) => isDate(target)) || preview.dates.ambiguous > 0;
  const asksEncoding = encoding !== null && !encoding.is_certain;
  const count = new_statuses.length + new_sources.length + unknown_owners.length;
  if (count === 0 && !hasDates && !asksEncoding) return null;
  return (
    <dl className={classes.notes}>
      <Values
        title="New statuses"
        hint="Kept as they are and offered in the filters."
        values={new_statuses}
        asOption
      />
      <Values
        title="New sources"
        hint="Kept as they are and offered in the filters."
        values={new_sources}
        asOption
      />
      <Values
        title="Owners we do not know"
        hint="They are no users of this client. Their names are kept in the notes."
        values={unknown_owners}
      />
      {hasDates && <Dates dates={preview.dates} wizard={wizard} />}
      {asksEncoding && <Letters name={encoding.name} wizard={wizard} />}
    </dl>
  );
}

const ORDERS = [
  { value: 'day_first', label: 'Day first' },
  { value: 'month_first', label: 'Month first' },
];

/** A choice only where the file leaves one. */
function Dates({
  dates: { order, ambiguous, example },
  wizard,
}: {
  dates: ImportPreview['dates'];
  wizard: Import;
}) {
  const choose = (date_order: string) =>
    void wizard.preview({ date_order: date_order === 'month_first' ? 'month_first' : 'day_first' }, 'check');
  return (
    <div>
      <dt>Dates</dt>
      <dd>
        <p>
          Dates are read {order === 'day_first' ? 'day first' : 'month first'}.
          {ambiguous > 0 &&
            ` ${inNumbers(ambiguous)} could be read either way, such as ${example ?? '03/04/2026'}.`}
        </p>
        {ambiguous > 0 && (
          <Choices
            title="How dates are read"
            isTitleHidden
            className={classes.choice}
            choices={ORDERS}
            value={wizard.state.request.date_order ?? order}
            onChange={choose}
          />
        )}
      </dd>
    </div>
  );
}

/** Encodings in the words of those who see their letters. */
const LETTERS: Record<string, string> = {
  'windows-1252': 'Western (Windows)',
  macintosh: 'Western (Mac)',
  'windows-1250': 'Central European',
  'windows-1251': 'Cyrillic',
  Shift_JIS: 'Japanese',
  GB18030: 'Chinese (simplified)',
  Big5: 'Chinese (traditional)',
};
const RECOGNISED = 'recognised';

/** How letters such as é are read, where the bytes of the file do not prove it. */
function Letters({ name, wizard }: { name: string; wizard: Import }) {
  const { encoding } = wizard.state.request;
  const known = IMPORT_ENCODINGS.filter((each) => LETTERS[each]);
  const options = [
    { value: RECOGNISED, label: encoding ? 'As recognised' : `As recognised: ${LETTERS[name] ?? name}` },
    ...known.map((value) => ({ value, label: LETTERS[value] ?? value })),
  ];
  return (
    <div>
      <dt>Letters</dt>
      <dd>
        <p>
          The file does not say how letters such as é are written. Are they right in the first leads below?
        </p>
        <Select
          className={classes.choice}
          aria-label="How letters are read"
          size="xs"
          data={options}
          value={encoding ?? RECOGNISED}
          onChange={(value) =>
            void wizard.preview({ encoding: known.find((each) => each === value) }, 'check')
          }
          allowDeselect={false}
        />
      </dd>
    </div>
  );
}

function isDate(target: ColumnTarget): boolean {
  return LEAD_FIELD_KEYS.some((key) => key === target && leadField(key).type === 'datetime');
}

type ValuesProps = {
  title: string;
  hint: string;
  values: ImportPreview['new_statuses'];
  asOption?: boolean;
};

const MOST = 12;

function Values({ title, hint, values, asOption }: ValuesProps) {
  if (values.length === 0) return null;
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <div className={classes.values}>
          {values.slice(0, MOST).map(({ value, rows }) => (
            <Badge key={value}>{`${asOption ? optionLabel(value) : value} · ${rows}`}</Badge>
          ))}
          {values.length > MOST && <span className={classes.hint}>and {values.length - MOST} more</span>}
        </div>
        <p className={classes.hint}>{hint}</p>
      </dd>
    </div>
  );
}
