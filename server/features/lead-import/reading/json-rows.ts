import { createHash } from 'node:crypto';
import { customKey } from '#shared/fields/custom-fields.ts';
import { Lead } from '#shared/leads/lead.ts';
import { IMPORTABLE_FIELDS } from '#shared/fields/lead-fields.ts';
import { JsonImport, MAX_JSON_IMPORT_ROWS } from '#shared/leads/lead-import.ts';
import { joinTags } from '#shared/values/tag-text.ts';
import { InvalidInput } from '#server/errors.ts';
import { parse } from '#server/http/validate.ts';
import { bounded, bytesOf } from '#server/spreadsheets/row-source.ts';
import type { Row, RowBatches, RowSource } from '#server/spreadsheets/row-source.ts';
import { numberText } from '#server/spreadsheets/xlsx/sheet-values.ts';
import { MAX_COLUMNS, UnreadableFile } from '#server/spreadsheets/unreadable-file.ts';
import type { JsonTold } from './child-messages.ts';

const BATCH = 500;
/** The maximum number of invalid values that an error lists. */
const MOST_ERRORS = 100;

type Value = JsonImport['leads'][number][string];

/** The body of the JSON form: its leads as rows, and its options. */
export type JsonBody = { source: RowSource; told: JsonTold; dateOrder: JsonImport['date_order'] };

/** Opens the body of the JSON form; the first row contains the keys. Throws UnreadableFile. */
export async function openJson(path: string): Promise<JsonBody> {
  const bytes = await bytesOf(path);
  const { leads, date_order, skip_duplicates, update_existing, distribute } = parsed(bytes);
  const hash = createHash('sha256').update(JSON.stringify(leads)).digest('hex');
  const rows = leads.map(flat);
  const columns = keysOf(rows);
  async function* batches(): RowBatches {
    yield [{ number: 1, cells: [...columns] }];
    for (let from = 0; from < rows.length; from += BATCH) {
      yield rows.slice(from, from + BATCH).map((row, index): Row => {
        return { number: from + index + 2, cells: columns.map((column) => cellOf(row.get(column))) };
      });
    }
  }
  const bytesRead = () => bytes.length;
  const source: RowSource = { kind: 'json', bytesTotal: bytes.length, bytesRead, rows: batches };
  return {
    source: bounded(source, MAX_JSON_IMPORT_ROWS),
    told: { skip_duplicates, update_existing, distribute, hash },
    dateOrder: date_order,
  };
}

function parsed(bytes: Buffer): JsonImport {
  const body = jsonOf(bytes);
  const isForm = typeof body === 'object' && body !== null && !Array.isArray(body);
  // Counts keys before validating each row.
  const sent = isForm ? (body as { leads?: unknown }).leads : undefined;
  if (Array.isArray(sent) && sent.length <= MAX_JSON_IMPORT_ROWS) refuseManyKeys(sent);
  try {
    return parse(JsonImport, body);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    throw new UnreadableFile(422, error.message, undefined, error.errors?.slice(0, MOST_ERRORS));
  }
}

function jsonOf(bytes: Buffer): unknown {
  if (bytes.length === 0) throw new UnreadableFile(400, 'The request needs a JSON object as its body.');
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\ufeff/, ''));
  } catch {
    throw new UnreadableFile(400, 'The request is not valid JSON.');
  }
}

/** Throws as soon as all leads combined have more keys than a table may have columns. */
function refuseManyKeys(leads: readonly unknown[]): void {
  const keys = new Set<string>();
  for (const lead of leads) {
    if (typeof lead !== 'object' || lead === null) continue;
    for (const key in lead) {
      keys.add(key);
      if (keys.size > MAX_COLUMNS) throw tooManyKeys();
    }
  }
}

const tooManyKeys = () =>
  new UnreadableFile(422, `These leads have more than ${MAX_COLUMNS} different keys.`);

/** The keys of all rows in order of first appearance. */
function keysOf(rows: readonly Map<string, Value>[]): string[] {
  const keys = new Set<string>();
  for (const row of rows) for (const key of row.keys()) keys.add(key);
  if (keys.size > MAX_COLUMNS) throw tooManyKeys();
  return [...keys];
}

/** Users and products are identified by id; their names go to the notes if the ids are unknown. */
const NAMED = { assigned_to: 'assigned_user_name', product_id: 'product_name' } as const;
const COMES_IN = new Set<string>([...Object.keys(NAMED), ...IMPORTABLE_FIELDS]);
/** Keys of a lead in the API's responses that nobody sends. */
const ANSWERED = Object.keys(Lead.shape).filter((key) => !COMES_IN.has(key) && key !== 'custom');
/** A row with this many of them comes from an API response, even if its id was removed. */
const ENOUGH = 4;

/**
 * A row as columns: custom fields under their keys, ids with their names, without the fields that the server
 * sets.
 */
function flat(lead: Record<string, Value>): Map<string, Value> {
  const { custom, ...fields } = lead;
  const row = new Map(Object.entries(fields));
  if (ANSWERED.filter((key) => row.has(key)).length >= ENOUGH) {
    for (const [id, name] of Object.entries(NAMED)) {
      const [held, called] = [row.get(id), row.get(name)];
      if (typeof held === 'string' && typeof called === 'string') row.set(id, `${called} <${held}>`);
    }
    row.set('lead_id', fields['id'] ?? null);
    for (const key of ANSWERED) row.delete(key);
  }
  if (typeof custom !== 'object' || custom === null || Array.isArray(custom)) {
    if (custom !== undefined && custom !== null) row.set('custom', custom);
    return row;
  }
  for (const [name, value] of Object.entries(custom)) row.set(customKey(name), value);
  return row;
}

/** A list is written as tags are in our own export. */
function cellOf(value: Value | undefined): string {
  if (Array.isArray(value)) return joinTags(value);
  if (typeof value === 'number') return numberText(value);
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
