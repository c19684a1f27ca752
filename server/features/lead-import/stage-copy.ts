import { IMPORTABLE_FIELDS } from '#shared/fields/lead-fields.ts';
import type { NormalRow } from '#server/features/lead-import/reading/row-draft.ts';

/**
 * Columns of a staged row, in the order of the COPY stream, with the types they are read as:
 * - `row_number` int: as a spreadsheet shows it
 * - `errors` jsonb: null, or a list of `{ field?, message }`; a row with errors must not be imported
 * - `warnings` jsonb: null, or the same about values that the notes keep
 * - `cells` jsonb: the original cells, for the errors file
 * - `own_lead` uuid: the lead that the row is, from our own export
 * - `owner` text: name or email of the assignee as written in the file
 * - `product` text: name or id of the product as written in the file
 * - every importable field by its key: text; `value`, `budget` numeric(14,2); `age`, `lead_score` int; `is_archived`,
 *   `is_duplicate` boolean;
 *   `tags` text[]; `created_at`, `next_followup_date`, `last_contacted_at`, `converted_at` timestamptz.
 *   `name` is null in rows that have only an email or a phone
 * - `email_norm`, `phone_norm`, `other_phones` text: the forms by which duplicates are found; those of further numbers as an array's text
 * - `custom` jsonb: values of custom fields by name; `custom_off` text[]: names of boxes that are not ticked
 */
export const STAGE_COLUMNS = [
  'row_number',
  'errors',
  'warnings',
  'cells',
  'own_lead',
  'owner',
  'product',
  ...IMPORTABLE_FIELDS,
  'email_norm',
  'phone_norm',
  'other_phones',
  'custom',
  'custom_off',
] as const;

/** `COPY stage (…STAGE_COLUMNS) FROM STDIN WITH (…)`: an unquoted empty value is NULL, `""` is the empty text. */
export const STAGE_COPY_OPTIONS = "FORMAT csv, NULL '', ENCODING 'UTF8'";

/** One line of the COPY stream. */
export function stageLine(row: NormalRow): string {
  let line = `${row.number},`;
  if (row.errors.length > 0) line += quote(JSON.stringify(row.errors));
  line += ',';
  if (row.warnings.length > 0) line += quote(JSON.stringify(row.warnings));
  line += `,${quote(JSON.stringify(row.cells))},${optional(row.leadId)},${optional(row.owner)},${optional(row.product)}`;
  for (const value of row.values) line += `,${optional(value)}`;
  line += `,${optional(row.emailNorm)},${optional(row.phoneNorm)}`;
  const { otherPhones, custom, unticked } = row;
  line += `,${optional(otherPhones && `{${otherPhones.join(',')}}`)}`;
  return `${line},${optional(custom && JSON.stringify(custom))},${optional(unticked && namesText(unticked))}\n`;
}

/** Names are lower-case letters, digits and `_`; quoted, because a bare `null` would mean NULL. */
const namesText = (names: string[]) => `{${names.map((name) => `"${name}"`).join(',')}}`;
const optional = (value: string | null) => (value === null ? '' : quote(value));
const quote = (value: string) => (value.includes('"') ? `"${value.replaceAll('"', '""')}"` : `"${value}"`);
