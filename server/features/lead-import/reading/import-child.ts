/**
 * The process that reads one uploaded lead file and exits: its task arrives as a message, its results are
 * messages, and its staged rows go to standard output. It has no database, network or secrets; its parent may
 * kill it at any moment.
 */
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { customKey } from '#shared/fields/custom-fields.ts';
import { IMPORTABLE_FIELDS } from '#shared/fields/lead-fields.ts';
import { openRows } from '#server/spreadsheets/open-rows.ts';
import type { RowSource } from '#server/spreadsheets/row-source.ts';
import { UnreadableFile, damaged } from '#server/spreadsheets/unreadable-file.ts';
import type { ChildMessage, ChildTask, SampleRow, StreamSummary } from './child-messages.ts';
import { knownHeaders } from './header-row.ts';
import { rowNormaliser } from './normalise-row.ts';
import type { RowRules } from './normalise-row.ts';
import type { NormalRow } from './row-draft.ts';
import { stageLine } from '#server/features/lead-import/stage-copy.ts';
import { surveyFile } from './survey-file.ts';
import type { Survey } from './survey-file.ts';

const PROGRESS_EVERY = 2000;
const WRITE_CHARS = 128 * 1024;

const say = (message: ChildMessage) => new Promise<void>((done) => process.send?.(message, () => done()));

async function run({
  filename = '',
  options = {},
  titles = {},
  custom = {},
  ...file
}: ChildTask): Promise<void> {
  // Most imports are files; the contract's validators are loaded for JSON only.
  const body = file.form === 'json' ? await (await import('./json-rows.ts')).openJson(file.path) : undefined;
  const source = body?.source ?? (await openRows({ ...file, filename, isHeader: knownHeaders(titles) }));
  const { dateOrder = body?.dateOrder, mapping } = file;
  const reading = { mapping, titles, custom, dateOrder };
  const survey = await surveyFile(source, reading);
  const rules: RowRules = {
    ...file,
    options,
    custom,
    columns: survey.columns,
    dateOrders: survey.dateOrders,
    isExact: source.kind === 'json',
    date1904: source.date1904,
  };
  const refused = await stream(source, survey, rules);
  await say({ type: 'done', summary: { ...described(source, survey, rules), refused, json: body?.told } });
}

/** The part of the summary that needs no row to be checked. */
function described(source: RowSource, survey: Survey, rules: RowRules): Omit<StreamSummary, 'refused'> {
  const { kind, encoding, encodingIsCertain, delimiter, sheet, sheets = [] } = source;
  const { columns, headerRow, rows, leftOut, dates } = survey;
  const sample = survey.first.map(rowNormaliser(rules)).map(shown);
  const layout = { kind, encoding, encodingIsCertain, delimiter, sheet, sheets };
  return { ...layout, headerRow, columns, rows, leftOut, sample, dates };
}

/** A row of the preview: the fields with a value. */
function shown(row: NormalRow): SampleRow {
  const values = IMPORTABLE_FIELDS.map((key, index) => [key, row.values[index] ?? ''] as const);
  const tags = ([key, value]: readonly [string, string]) =>
    key === 'tags'
      ? ([key, value.replaceAll(/[{}"\\]/g, '').replaceAll(',', ', ')] as const)
      : ([key, value] as const);
  const custom = Object.entries(row.custom ?? {}).map(
    ([name, value]) => [customKey(name), Array.isArray(value) ? value.join(', ') : String(value)] as const,
  );
  const lead = Object.fromEntries(
    [
      ...values.map(tags),
      ['owner', row.owner ?? ''] as const,
      ['product', row.product ?? ''] as const,
      ...custom,
    ].filter(([, value]) => value),
  );
  return { row: row.number, lead };
}

/** Writes every row as a COPY line; returns how many are rejected. */
async function stream(source: RowSource, survey: Survey, rules: RowRules): Promise<number> {
  const normalise = rowNormaliser(rules);
  const counted = !survey.uncounted;
  let [rows, refused, text, announced] = [0, 0, '', 0];
  for await (const batch of source.rows()) {
    if (!counted) survey.count(batch);
    for (const row of batch) {
      if (!survey.isLead(row)) continue;
      const normal = normalise(row);
      rows++;
      if (normal.errors.length > 0) refused++;
      text += stageLine(normal);
    }
    if (text.length > WRITE_CHARS) {
      await write(text);
      text = '';
    }
    if (rows - announced >= PROGRESS_EVERY) {
      announced = rows;
      void say({
        type: 'progress',
        progress: { bytesRead: source.bytesRead(), bytesTotal: source.bytesTotal, rows },
      });
    }
  }
  await write(text);
  const { bytesTotal } = source;
  await say({ type: 'progress', progress: { bytesRead: bytesTotal, bytesTotal, rows } });
  return refused;
}

async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

// The API's responses take priority. At the lowest priority a busy machine would hardly read the file at all.
setPriority(5);
process.on('disconnect', () => process.exit(0));
process.once('message', (task) => {
  run(task as ChildTask)
    .catch((error: unknown) => {
      const known = error instanceof UnreadableFile ? error : damaged();
      // For the operator's log only: the inner error, never the file's content.
      if (known !== error) process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      const { status, message, errors } = known;
      return say({ type: 'unreadable', status, message, errors });
    })
    .finally(() => process.stdout.end(() => process.disconnect()));
});
