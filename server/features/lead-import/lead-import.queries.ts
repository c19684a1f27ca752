import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { CompiledQuery, sql } from 'kysely';
import { cleanText } from '#shared/fields/fields.ts';
import { counted } from '#shared/values/numbers.ts';
import type { ImportEvent, ImportOptions, ImportPreview, ImportResult } from '#shared/leads/lead-import.ts';
import { HAND_ON_SETTINGS } from '#server/db/cluster/engine.ts';
import type { ClientScope } from '#server/db/scope.ts';
import { takeTurn } from '#server/db/sql/take-turn.ts';
import { fieldOptions } from '#server/leads/settings/field-options.queries.ts';
import { foldAfterChange } from '#server/leads/changes/lead-counters.queries.ts';
import type { Arriving } from '#server/leads/changes/lead-creation.queries.ts';
import { notifyPeople } from '#server/leads/changes/notify.ts';
import { recordOperation } from '#server/leads/changes/lead-operations.queries.ts';
import type { StreamSummary } from '#server/features/lead-import/reading/child-messages.ts';
import { comingLeads, readNewValues } from './import-names.queries.ts';
import { rememberValues, rememberedValues } from './import-choices.queries.ts';
import { endHolds, giveOwners } from './import-owners.queries.ts';
import { planImport, readPlan } from './import-plan.queries.ts';
import type { DuplicateRule } from './import-plan.queries.ts';
import { clearStage, planOf, stageOf, stageRows } from './import-stage.queries.ts';
import { recordImport, writeImport } from './import-write.queries.ts';
import type { Filled } from '#server/features/lead-import/reading/merge-fields.ts';

export type ImportSource = {
  rows: Readable;
  summary: Promise<StreamSummary>;
  filename: string;
  /** The rules of the import; for a JSON body, known only once it has been read. */
  told: () => Promise<Told>;
};

/**
 * The caller's duplicate rule, the SHA-256 of the sent file, and the caller's choices for values and owners.
 */
export type Told = DuplicateRule & { hash: Buffer } & Pick<
    ImportOptions,
    'values' | 'assign_to' | 'distribute'
  >;

type Rejected = Extract<ImportEvent, { type: 'rejected' }>;
export type ImportListener = (event: Exclude<ImportEvent, { type: 'result' | 'failure' }>) => void;

const MAX_FILENAME = 200;
/** Rejected and skipped rows read at a time. */
const REJECTED_BATCH = 1000;

/** The figures of an import without running it: the same staging and the same plan. */
export async function previewImport(scope: ClientScope, source: ImportSource): Promise<ImportPreview> {
  return await staged(scope, source, async (inside, { summary }) => ({
    ...(await readPlan(inside)),
    ...(await readNewValues(inside, summary.columns)),
    remembered: await rememberedValues(inside),
    rows: summary.rows,
    columns: summary.columns,
    sample: await comingLeads(inside, summary.sample),
    dates: summary.dates,
    notices: noticesOf(summary),
    encoding: summary.encoding
      ? { name: summary.encoding, is_certain: summary.encodingIsCertain ?? true }
      : null,
    delimiter: summary.delimiter ?? null,
    sheet: summary.sheet ?? null,
    sheets: summary.sheets,
  }));
}

/**
 * Notices about the whole file: leads without contact data are rarely intended, and omitted lines might be
 * leads.
 */
function noticesOf({ columns, leftOut, sheet, sheets }: StreamSummary): string[] {
  const hasContact = columns.some(({ target }) => ['email', 'phone', 'lead_id'].includes(target));
  const others = sheets.filter((name) => name !== sheet).length;
  return [
    ...(hasContact
      ? []
      : [
          'No column is mapped to email or phone. These leads can’t be contacted, and importing the file again would add them again. Map the column that contains them.',
        ]),
    ...(leftOut > 0
      ? [`${counted(leftOut, 'line')} ${leftOut === 1 ? 'is' : 'are'} left out: repeated headers and totals.`]
      : []),
    ...(others > 0
      ? [
          `Only the sheet “${sheet}” is imported: the file has ${counted(others, 'more sheet', 'more sheets')}.`,
        ]
      : []),
  ];
}

/** Imports all valid rows in one transaction, or nothing. Throws reading errors, or the signal's reason. */
export async function runImport(
  scope: ClientScope,
  { leaders, ...source }: ImportSource & Arriving,
  listen: ImportListener,
  signal: AbortSignal,
): Promise<ImportResult> {
  const holder: { importId?: string } = {};
  const result = await staged(scope, source, async (inside, { summary: { rows }, told, filled }) => {
    listen({ type: 'progress', phase: 'checking', percent: 55, rows });
    const plan = await readPlan(inside);
    await listRejected(inside, listen);
    const onProgress = (written: number) =>
      listen({
        type: 'progress',
        phase: 'writing',
        percent: 60 + (40 * written) / Math.max(rows, 1),
        rows: written,
      });
    const operation_id = await openOperation(inside, source.filename, plan);
    if (operation_id) {
      const sharers = [...new Set(told.assign_to)];
      const isByRules = told.distribute && sharers.length === 0;
      const given = isByRules ? await giveOwners(scope, inside, operation_id) : undefined;
      if (given) holder.importId = operation_id;
      await writeImport(inside, operation_id, { ...filled, sharers }, onProgress, signal);
      if (given) await endHolds(inside, operation_id);
      const unassigned = { operation_id, leads: given?.unassigned ?? 0 };
      if (unassigned.leads > 0)
        await notifyPeople(
          inside,
          'unassigned',
          leaders.map((user_id) => ({ user_id, ...unassigned })),
        );
      const imported = { user_id: inside.user.id, operation_id, leads: plan.inserted + plan.updated };
      await notifyPeople(inside, 'import', [imported]);
      await recordImport(inside, operation_id, told.hash, plan);
    }
    await rememberValues(inside, told.values);
    signal.throwIfAborted();
    return { ...plan, operation_id };
  }).catch(async (error: unknown) => {
    if (holder.importId) await endHolds(scope, holder.importId);
    throw error;
  });
  await foldAfterChange(scope);
  return result;
}

/** Records the operation, unless nothing was written and there is nothing to undo. */
async function openOperation(
  inside: ClientScope,
  filename: string,
  { inserted, updated }: ImportResult,
): Promise<string | null> {
  if (inserted + updated === 0) return null;
  const summary = [...cleanText(filename)].slice(0, MAX_FILENAME).join('');
  // Updated leads are added by the change that updates them.
  return await recordOperation(inside, { kind: 'import', leads: inserted, summary });
}

/**
 * Stages and plans inside a transaction that opens only once the file is being read, so that it never waits
 * for the child to start.
 */
async function staged<T>(
  scope: ClientScope,
  source: ImportSource,
  work: (inside: ClientScope, file: { summary: StreamSummary; told: Told; filled: Filled }) => Promise<T>,
): Promise<T> {
  await Promise.race([once(source.rows, 'readable'), source.summary]);
  return await scope.transaction(async (inside) => {
    await inside.db.getExecutor().executeQuery(CompiledQuery.raw(HAND_ON_SETTINGS));
    await sql`SET LOCAL statement_timeout = '180s'`.execute(inside.db);
    await sql`SET LOCAL lock_timeout = '30s'`.execute(inside.db);
    // Import tables next to the leads have no statistics and look empty to the node's planner.
    if (inside.engine === 'citus') await sql`SET LOCAL enable_nestloop = off`.execute(inside.db);
    await stageRows(inside, source.rows);
    const summary = await source.summary;
    const told = await source.told();
    // Imports of one client run one at a time, so that none misses the leads another is about to add.
    await takeTurn(inside.db, `import ${scope.client.id}`);
    const filled = await filledBy(inside, summary);
    await planImport(inside, told, told.hash, filled);
    const result = await work(inside, { summary, told, filled });
    await clearStage(inside);
    return result;
  });
}

/** The custom fields that the import fills; fields without a column in the file stay unchanged. */
async function filledBy(scope: ClientScope, { columns }: StreamSummary): Promise<Filled> {
  const targets = new Set<string>(columns.map(({ target }) => target));
  const { custom } = await fieldOptions(scope);
  return {
    custom: [...custom.values()].filter(({ key }) => targets.has(key)),
    timeZone: scope.client.timeZone,
  };
}

async function listRejected(scope: ClientScope, listen: ImportListener): Promise<void> {
  for (let after = -1; ;) {
    const batch = await sql<{
      row: number;
      cells: string[];
      reason: string | null;
      errors: { message: string }[] | null;
    }>`
      SELECT row_number AS row, s.cells, p.reason, s.errors FROM (
        SELECT row_number, reason FROM ${planOf(scope)}
        WHERE action IN ('fail', 'skip') AND row_number > ${after} ORDER BY row_number LIMIT ${REJECTED_BATCH}
      ) p JOIN ${stageOf(scope)} s USING (row_number) ORDER BY row_number
    `.execute(scope.db);
    for (const { row, cells, reason, errors } of batch.rows) {
      const messages = errors?.map((error) => error.message) ?? [reason ?? ''];
      listen({ type: 'rejected', row, cells, messages } satisfies Rejected);
    }
    const last = batch.rows.at(-1);
    if (!last || batch.rows.length < REJECTED_BATCH) return;
    after = last.row;
  }
}
