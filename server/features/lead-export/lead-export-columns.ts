import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { customName, isCustomKey } from '#shared/custom-fields.ts';
import { zoneOf } from '#shared/dates.ts';
import type { ExportFormat } from '#shared/lead-export.ts';
import type { FieldConfiguration, FieldSetting } from '#shared/field-configuration.ts';
import {
  EXPORTED_CLIENT_TITLE,
  EXPORTED_ID_TITLE,
  EXPORTED_NOTES_TITLE,
  leadField,
} from '#shared/lead-fields.ts';
import type { FieldKey, LeadFieldKey, LeadFieldType } from '#shared/lead-fields.ts';
import { PROGRAMS } from '#shared/message-templates.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { GUARDED_PATTERN } from '#server/spreadsheets/formula-guard.ts';
import { guardedCell } from '#server/spreadsheets/guarded-cell.ts';

/** `text` may hold anything, `plain` needs no quotes, `number` is one; null is an empty cell. */
type ExportColumn = { title: string; kind: 'text' | 'plain' | 'number'; value: RawBuilder<unknown> };

/** Clients' names by their ids. */
export type ClientNames = Readonly<Record<string, string>>;

/**
 * Every field under the client's titles and in its order, the lost reason where the list shows it; the notes if wanted; the client, for users who see every client;
 * the id last, so that an import knows the lead again.
 */
export function exportColumns(
  scope: ReadScope,
  configuration: FieldConfiguration,
  names: ClientNames,
  withNotes: boolean,
): ExportColumn[] {
  const columns: ExportColumn[] = (Object.entries(configuration) as [FieldKey, FieldSetting][])
    // Few companies ask for reasons: their files stay as they are.
    .filter(([key, { showTable }]) => key !== 'lost_reason' || showTable)
    .map(([key, setting]) => ({
      title: setting.title,
      ...(isCustomKey(key) ? customCell(customName(key), setting.type) : cellOf(key)),
    }));
  if (withNotes) columns.push({ title: EXPORTED_NOTES_TITLE, kind: 'text', value: sql`noted.texts` });
  const id: ExportColumn = { title: EXPORTED_ID_TITLE, kind: 'plain', value: sql`leads.id` };
  return scope.user.seesAllClients ? [...columns, clientColumn(scope, names), id] : [...columns, id];
}

/** The column with the lead's client; the role that reads all clients' leads does not read the register. */
function clientColumn(scope: ReadScope, names: ClientNames): ExportColumn {
  const value = sql`(${JSON.stringify(names)}::jsonb ->> ${scope.clientId('leads')}::text)`;
  return { title: EXPORTED_CLIENT_TITLE, kind: 'text', value };
}

/** The most characters of a cell with notes, the latest first: no spreadsheet takes more than twice as many. */
const MOST_IN_NOTES = 16_000;

/** The join that the column with the notes reads: date, author and text of a lead's notes, and opened chats, the latest first. */
export function joinedNotes(scope: ReadScope): RawBuilder<unknown> {
  const note = sql`left(n.created_at::text, 16) || coalesce(' ' || m.name, '') || ': ' || n.body`;
  return sql`LEFT JOIN (
    SELECT n.lead_id, left(string_agg(${note}, E'\\n' ORDER BY n.created_at DESC, n.id DESC), ${MOST_IN_NOTES}::int) AS texts
    FROM (
      SELECT id, lead_id, user_id, created_at, body FROM ${scope.table('lead_notes')} notes
      UNION ALL
      SELECT id, lead_id, user_id, created_at, 'Opened ' || CASE channel WHEN 'whatsapp' THEN ${PROGRAMS.whatsapp} ELSE ${PROGRAMS.email} END
        || coalesce(' with “' || template || '”', '') FROM ${scope.table('lead_messages')} messages
    ) n LEFT JOIN ${scope.table('members')} m ON m.id = n.user_id GROUP BY n.lead_id
  ) noted ON noted.lead_id = leads.id`;
}

/**
 * The statements before an export. Dates are text as in 25/12/2026 10:30 by the client's clocks; `to_char` would take longer. One core
 * reads the leads in their order: several would first sort all of them on the disk, which takes as long and leaves no core to others.
 * A cluster hands on SET alone, and not set_config.
 */
export function exportSettings(scope: ReadScope): RawBuilder<unknown>[] {
  return [
    sql`SET LOCAL timezone = ${sql.id(zoneOf(scope.client))}`,
    sql`SET LOCAL datestyle = 'SQL, DMY'`,
    sql`SET LOCAL max_parallel_workers_per_gather = 0`,
  ];
}

const PEOPLE: Partial<Record<LeadFieldKey, string>> = {
  assigned_to: 'assignee',
  created_by: 'creator',
  updated_by: 'editor',
};

function cellOf(key: LeadFieldKey): Omit<ExportColumn, 'title'> {
  const column = sql.ref(`leads.${key}`);
  const { type } = leadField(key);
  const person = PEOPLE[key];
  if (person) return { kind: 'text', value: sql.ref(`${person}.name`) };
  if (type === 'product') return { kind: 'text', value: sql`product.name` };
  if (type === 'datetime') {
    return { kind: 'plain', value: sql`left(${column}::text, 16)` };
  }
  if (type === 'money') return { kind: 'number', value: sql`trim_scale(${column})` };
  if (key === 'age') return { kind: 'number', value: sql`nullif(${column}, 0)` };
  if (type === 'number') return { kind: 'number', value: column };
  if (type === 'checkbox') return { kind: 'plain', value: sql`CASE WHEN ${column} THEN 'Yes' ELSE 'No' END` };
  if (type === 'tags') return { kind: 'text', value: sql`tagged.texts` };
  return { kind: 'text', value: column };
}

/** The cell of a custom field, written like a cell of a catalogue field of the same type. */
function customCell(name: string, type: LeadFieldType): Omit<ExportColumn, 'title'> {
  const [value, text] = [sql`leads.custom -> ${name}::text`, sql`(leads.custom ->> ${name}::text)`];
  if (type === 'datetime') return { kind: 'plain', value: sql`left(${text}::timestamptz::text, 16)` };
  if (type === 'money' || type === 'number')
    return { kind: 'number', value: sql`trim_scale(${text}::numeric)` };
  if (type === 'checkbox')
    return { kind: 'plain', value: sql`CASE WHEN ${value} = 'true' THEN 'Yes' ELSE 'No' END` };
  if (type !== 'tags') return { kind: 'text', value: text };
  const tags = sql`jsonb_array_elements_text(${value})`;
  return { kind: 'text', value: sql`CASE WHEN (${value}) IS NOT NULL THEN ${joinedTags(tags)} END` };
}

function joinedTags(tags: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(SELECT string_agg(CASE WHEN tag ~ '[,;"*\\n]' THEN '"' || replace(tag, '"', '""') || '"' ELSE tag END, ', ' ORDER BY place)
    FROM ${tags} WITH ORDINALITY AS each (tag, place))`;
}

/**
 * The join that the column with the tags reads: commas between them; a tag with a separator or a quote in it stands in quotes.
 * `OFFSET 0` has the text made once for a lead; without, PostgreSQL makes the text at each place where a cell names it.
 */
export const joinedTagTexts = sql`CROSS JOIN LATERAL (SELECT CASE WHEN cardinality(leads.tags) = 0 THEN NULL
  WHEN array_to_string(leads.tags, '') !~ '[,;"*\\n]' THEN array_to_string(leads.tags, ', ')
  ELSE ${joinedTags(sql`unnest(leads.tags)`)} END AS texts OFFSET 0) tagged`;

/** The cells of one lead, for COPY to write: as CSV, or as text for a spreadsheet. */
export function exportCells(columns: readonly ExportColumn[], format: ExportFormat): RawBuilder<unknown> {
  const marked = format === 'csv' ? guardedCell : typedCell;
  return sql.join(
    columns.map(
      ({ kind, value }, index) => sql`${kind === 'text' ? marked(value) : value} AS ${sql.id(nameOf(index))}`,
    ),
  );
}

/** A typed cell needs no guard, except that a `'` of its own is doubled. */
const typedCell = (text: RawBuilder<unknown>) =>
  sql`CASE WHEN ascii(${text}) = 39 AND ${text} ~ ${GUARDED_PATTERN}::text THEN '''' || ${text} ELSE ${text} END`;

/** Texts of CSV stand in quotes, so that no spreadsheet makes two cells of one; a missing value is an empty cell. */
export function copyOptions(columns: readonly ExportColumn[], format: ExportFormat): string {
  if (format !== 'csv') return 'FORMAT text';
  const texts = columns.flatMap(({ kind }, index) => (kind === 'text' ? [nameOf(index)] : []));
  return `FORMAT csv, FORCE_QUOTE (${texts.join(', ')})`;
}

const nameOf = (index: number) => `c${index}`;
