import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { customName, isCustomKey } from '#shared/custom-fields.ts';
import type { FieldKey } from '#shared/custom-fields.ts';
import { zoneOf } from '#shared/dates.ts';
import type { FieldConfiguration, FieldSetting } from '#shared/field-configuration.ts';
import { EXPORTED_CLIENT_TITLE, EXPORTED_ID_TITLE, leadField } from '#shared/lead-fields.ts';
import type { LeadFieldKey, LeadFieldType } from '#shared/lead-fields.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { GUARDED_PATTERN } from '#server/spreadsheets/formula-guard.ts';

/** `text` may hold anything, `plain` nothing that needs quotes, `number` is one; null is an empty cell. */
type ExportColumn = { title: string; kind: 'text' | 'plain' | 'number'; value: RawBuilder<unknown> };

/** Clients' names by their ids. */
export type ClientNames = Readonly<Record<string, string>>;

/** Every field under the client's titles and in its order; the client for those who see all;
 * the id last, so that an import knows the lead again. */
export function exportColumns(
  scope: ReadScope,
  configuration: FieldConfiguration,
  names: ClientNames,
): ExportColumn[] {
  const columns = (Object.entries(configuration) as [FieldKey, FieldSetting][]).map(([key, setting]) => ({
    title: setting.title,
    ...(isCustomKey(key) ? customCell(customName(key), setting.type) : cellOf(key)),
  }));
  const id: ExportColumn = { title: EXPORTED_ID_TITLE, kind: 'plain', value: sql`leads.id` };
  return scope.user.seesAllClients ? [...columns, clientColumn(scope, names), id] : [...columns, id];
}

/** Whose lead it is; the role that reads all clients' leads does not read the register. */
function clientColumn(scope: ReadScope, names: ClientNames): ExportColumn {
  const value = sql`(${JSON.stringify(names)}::jsonb ->> ${scope.clientId('leads')}::text)`;
  return { title: EXPORTED_CLIENT_TITLE, kind: 'text', value };
}

/** How dates become text while an export runs: 25/12/2026 10:30 on the client's clocks; to_char takes longer. */
export function exportClock(scope: ReadScope): RawBuilder<unknown> {
  const timeZone = zoneOf(scope.client);
  return sql`SELECT set_config('TimeZone', ${timeZone}, true), set_config('DateStyle', 'SQL, DMY', true)`;
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
  if (type === 'tags') return { kind: 'text', value: tagsText };
  return { kind: 'text', value: column };
}

/** The cell of a field of the client's own, as one of the catalogue of the same type is written. */
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

/** Tags with commas between them; one that holds a separator or a quote stands in quotes. */
const tagsText = sql`CASE WHEN cardinality(leads.tags) = 0 THEN NULL
  WHEN array_to_string(leads.tags, '') !~ '[,;"*\\n]' THEN array_to_string(leads.tags, ', ')
  ELSE ${joinedTags(sql`unnest(leads.tags)`)} END`;

/** The cells of one lead, for COPY to write as CSV. */
export function csvCells(columns: readonly ExportColumn[]): RawBuilder<unknown> {
  return sql.join(
    columns.map(
      ({ kind, value }, index) =>
        sql`${kind === 'text' ? guarded(value) : value} AS ${sql.id(nameOf(index))}`,
    ),
  );
}

/** Texts stand in quotes, so that no spreadsheet makes two cells of one; a missing value is an empty cell. */
export function csvOptions(columns: readonly ExportColumn[]): string {
  const texts = columns.flatMap(({ kind }, index) => (kind === 'text' ? [nameOf(index)] : []));
  return `FORMAT csv, FORCE_QUOTE (${texts.join(', ')})`;
}

const nameOf = (index: number) => `c${index}`;

/** Most texts begin with a letter or a digit, which is soon told; the pattern looks at the others. */
function guarded(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`CASE WHEN ascii(${text}) BETWEEN 65 AND 122 THEN ${text}
    WHEN ascii(${text}) NOT BETWEEN 48 AND 57 AND ascii(${text}) NOT BETWEEN 2304 AND 3583 AND ${text} ~ ${GUARDED_PATTERN}::text THEN '''' || ${text} ELSE ${text} END`;
}

/** One JSON array per lead: text as text, numbers as numbers. Typed cells need no guard but their own `'`. */
export function jsonLine(columns: readonly ExportColumn[]): RawBuilder<string> {
  const cells = columns.map(({ kind, value }) =>
    kind === 'text'
      ? sql`CASE WHEN ascii(${value}) = 39 AND ${value} ~ ${GUARDED_PATTERN}::text THEN '''' || ${value} ELSE ${value} END`
      : value,
  );
  return sql<string>`json_build_array(${sql.join(cells)})::text`;
}
