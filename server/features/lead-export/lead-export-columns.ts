import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { customName, isCustomKey } from '#shared/fields/custom-fields.ts';
import { zoneOf } from '#shared/values/dates.ts';
import type { ExportFormat } from '#shared/leads/lead-export.ts';
import type { FieldConfiguration, FieldSetting } from '#shared/fields/field-configuration.ts';
import {
  EXPORTED_CLIENT_TITLE,
  EXPORTED_ID_TITLE,
  EXPORTED_NOTES_TITLE,
  leadField,
} from '#shared/fields/lead-fields.ts';
import type { FieldKey, LeadFieldKey, LeadFieldType } from '#shared/fields/lead-fields.ts';
import { PROGRAMS } from '#shared/leads/message-templates.ts';
import { QUOTED_TAG } from '#shared/values/tag-text.ts';
import { maskedEmail, maskedName, maskedPhone } from '#server/accounts/masked-contacts.ts';
import { InvalidInput } from '#server/errors.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { GUARDED_PATTERN } from '#server/spreadsheets/formula-guard.ts';
import { guardedCell } from '#server/spreadsheets/guarded-cell.ts';

/** `text` may contain anything, `plain` needs no quotes, `number` is a number; null is an empty cell. */
type ExportColumn = { title: string; kind: 'text' | 'plain' | 'number'; value: RawBuilder<unknown> };

/** Clients' names by id. */
export type ClientNames = Readonly<Record<string, string>>;

/** The contents of a file: the wanted fields' keys, absent for every field, and whether to include notes. */
export type ExportContents = { keys?: readonly string[] | undefined; withNotes: boolean };

/**
 * The wanted fields in their order, or every field in the client's, with the lost reason in the list's
 * position; notes if requested; the client, for users with access to all clients; the id last, so that an
 * import recognises the lead. Throws 422 for fields that do not exist.
 */
export function exportColumns(
  scope: ReadScope,
  configuration: FieldConfiguration,
  names: ClientNames,
  { keys, withNotes }: ExportContents,
): ExportColumn[] {
  const fields = keys
    ? wantedFields(configuration, keys)
    : (Object.entries(configuration) as [FieldKey, FieldSetting][])
        // Few companies use reasons; the others' files stay unchanged.
        .filter(([key, { showTable }]) => key !== 'lost_reason' || showTable);
  const columns: ExportColumn[] = fields.map(([key, setting]) => ({
    title: setting.title,
    ...shownCell(
      scope,
      key,
      setting.type,
      isCustomKey(key) ? customCell(customName(key), setting.type) : cellOf(key),
    ),
  }));
  if (withNotes) columns.push({ title: EXPORTED_NOTES_TITLE, kind: 'text', value: sql`noted.texts` });
  const id: ExportColumn = { title: EXPORTED_ID_TITLE, kind: 'plain', value: sql`leads.id` };
  return scope.user.seesAllClients ? [...columns, clientColumn(scope, names), id] : [...columns, id];
}

type Cell = Omit<ExportColumn, 'title'>;

const MASKS: Partial<Record<LeadFieldType, typeof maskedPhone>> = { phone: maskedPhone, email: maskedEmail };

/** A cell as the caller may see it. */
function shownCell({ user }: ReadScope, key: FieldKey, type: LeadFieldType, cell: Cell): Cell {
  const mask = key === 'name' ? maskedName : MASKS[type];
  return user.masksContacts && mask ? { ...cell, value: mask(cell.value) } : cell;
}

function wantedFields(
  configuration: FieldConfiguration,
  keys: readonly string[],
): [FieldKey, FieldSetting][] {
  const known = new Map(Object.entries(configuration) as [FieldKey, FieldSetting][]);
  const fields = keys.map((key) => [key as FieldKey, known.get(key as FieldKey)] as const);
  const unknown = fields.filter(([, setting]) => !setting);
  if (unknown.length > 0)
    throw new InvalidInput(
      unknown.map(([key]) => ({
        field: 'columns',
        message: /^[\w.]*$/.test(key) ? `There is no column “${key}”.` : 'This is not the name of a column.',
      })),
    );
  return fields.flatMap(([key, setting]) => (setting ? [[key, setting]] : []));
}

/** The column with the lead's client; the role that reads all clients' leads cannot read `core.clients`. */
function clientColumn(scope: ReadScope, names: ClientNames): ExportColumn {
  const value = sql`(${JSON.stringify(names)}::jsonb ->> ${scope.clientId('leads')}::text)`;
  return { title: EXPORTED_CLIENT_TITLE, kind: 'text', value };
}

/** The maximum length of a cell with notes, latest first; spreadsheets allow no more than twice as much. */
const MOST_IN_NOTES = 16_000;

/** The join for the notes column: date, author and text of a lead's notes, and opened chats, latest first. */
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
 * The statements that prepare an export. Dates are text like 25/12/2026 10:30 in the client's time zone;
 * `to_char` would be slower. A single core reads the leads in order: several would first sort all of them on
 * disk, which takes as long and leaves no core for others. A cluster propagates only SET, not set_config.
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

const QUOTED = sql`${QUOTED_TAG.source}::text`;

function joinedTags(tags: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(SELECT string_agg(CASE WHEN tag ~ ${QUOTED} THEN '"' || replace(tag, '"', '""') || '"' ELSE tag END, ', ' ORDER BY place)
    FROM ${tags} WITH ORDINALITY AS each (tag, place))`;
}

/**
 * The join for the tags column: comma-separated; a tag containing a separator or a quote is quoted. `OFFSET
 * 0` makes PostgreSQL compute the text once per lead instead of once per use.
 */
export const joinedTagTexts = sql`CROSS JOIN LATERAL (SELECT CASE WHEN cardinality(leads.tags) = 0 THEN NULL
  WHEN array_to_string(leads.tags, '') !~ ${QUOTED} THEN array_to_string(leads.tags, ', ')
  ELSE ${joinedTags(sql`unnest(leads.tags)`)} END AS texts OFFSET 0) tagged`;

/** One lead's cells for COPY to write: as CSV, or as text for a spreadsheet. */
export function exportCells(columns: readonly ExportColumn[], format: ExportFormat): RawBuilder<unknown> {
  const marked = format === 'csv' ? guardedCell : typedCell;
  return sql.join(
    columns.map(
      ({ kind, value }, index) => sql`${kind === 'text' ? marked(value) : value} AS ${sql.id(nameOf(index))}`,
    ),
  );
}

/** A typed cell needs no guard, except that its own leading `'` is doubled. */
const typedCell = (text: RawBuilder<unknown>) =>
  sql`CASE WHEN ascii(${text}) = 39 AND ${text} ~ ${GUARDED_PATTERN}::text THEN '''' || ${text} ELSE ${text} END`;

/** CSV texts are always quoted, so that no spreadsheet splits a cell; a missing value is an empty cell. */
export function copyOptions(columns: readonly ExportColumn[], format: ExportFormat): string {
  if (format !== 'csv') return 'FORMAT text';
  const texts = columns.flatMap(({ kind }, index) => (kind === 'text' ? [nameOf(index)] : []));
  // An empty list is a syntax error.
  return texts.length === 0 ? 'FORMAT csv' : `FORMAT csv, FORCE_QUOTE (${texts.join(', ')})`;
}

const nameOf = (index: number) => `c${index}`;
