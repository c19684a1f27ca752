import { Select } from '@mantine/core';
import { LEAD_FIELD_KEYS, leadField } from '#shared/fields/lead-fields.ts';
import { IMPORT_ENCODINGS } from '#shared/leads/lead-import.ts';
import type { ColumnTarget, ImportPreview } from '#shared/leads/lead-import.ts';
import { inNumbers } from '#shared/values/numbers.ts';
import classes from './PreviewNotes.module.css';
import { ShareOut } from './ShareOut.tsx';
import { ValueMapping } from './ValueMapping.tsx';
import type { ValueChoices } from '#web/features/lead-import/useValueChoices.ts';
import type { Import } from '#web/features/lead-import/useImport.ts';
import { Choices } from '#web/ui/fields/Choices.tsx';

type Props = { preview: ImportPreview; choices: ValueChoices; wizard: Import };

/** Choices before the import: unknown values, owners, the date order and the encoding. */
export function PreviewNotes({ preview, choices, wizard }: Props) {
  const { encoding } = preview;
  const hasDates = preview.columns.some(({ target }) => isDate(target)) || preview.dates.ambiguous > 0;
  const asksEncoding = encoding !== null && !encoding.is_certain;
  const { clientId, sharers } = wizard.state.request;
  return (
    <dl className={classes.notes}>
      <ValueMapping choices={choices} clientId={clientId} isShared={sharers !== undefined} />
      <ShareOut wizard={wizard} leads={preview.inserted} />
      {hasDates && <Dates dates={preview.dates} wizard={wizard} />}
      {asksEncoding && <Letters name={encoding.name} wizard={wizard} />}
    </dl>
  );
}

const ORDERS = [
  { value: 'day_first', label: 'Day first' },
  { value: 'month_first', label: 'Month first' },
];

/** How dates are read. Offers a choice only if the file leaves it open. */
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
            title="Date format"
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

/** The names of encodings for users. */
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

/** The encoding of letters like é, if the bytes of the file do not prove it. */
function Letters({ name, wizard }: { name: string; wizard: Import }) {
  const { encoding } = wizard.state.request;
  const known = IMPORT_ENCODINGS.filter((each) => LETTERS[each]);
  const options = [
    { value: RECOGNISED, label: encoding ? 'Detected' : `Detected: ${LETTERS[name] ?? name}` },
    ...known.map((value) => ({ value, label: LETTERS[value] ?? value })),
  ];
  return (
    <div>
      <dt>Text encoding</dt>
      <dd>
        <p>The file’s encoding is a guess. Do letters such as é look right in the first leads below?</p>
        <Select
          className={classes.choice}
          aria-label="Text encoding"
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
