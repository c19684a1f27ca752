import { MAX_BULK_IDS, leadBulk } from '#shared/leads/lead-bulk.ts';
import type { BulkFailure } from '#shared/leads/lead-bulk.ts';
import type { InputOf } from '#shared/protocol/endpoint.ts';
import { runJob } from '#web/api/job.ts';
import type { JobProgress } from '#web/api/job.ts';
import type { HeldKeys } from '#web/lib/random-key.ts';
import type { BulkTarget } from '#web/features/lead-bulk/bulk-target.ts';

export type BulkOutcome = {
  done: number;
  failed: number;
  failures: BulkFailure[];
  operationIds: string[];
  /** The error that stopped the action after some leads were changed. `failed` includes those it left out. */
  stoppedBy?: unknown;
};
export type BulkProgress = JobProgress;
export type BulkUpdates = NonNullable<InputOf<typeof leadBulk.update>['body']['updates']>;

/** An action on the leads: new values, a new owner (null: by the rules), or moving to the trash. */
export type BulkAction = { updates?: BulkUpdates; assignTo?: string | null };

/**
 * Runs a bulk action to its end. Leads listed by id are sent in portions that fit into one request; `keys`
 * are those of failed portions, so that none takes effect twice.
 */
export async function runBulk(
  target: BulkTarget,
  action: BulkAction,
  onProgress: (progress: BulkProgress) => void,
  keys: HeldKeys,
): Promise<BulkOutcome> {
  if (target.matching) return runOne({ matching: target.matching }, action, onProgress, keys);
  const total = target.ids.length;
  return inPortions(target.ids, (lead_ids, before) =>
    runOne({ lead_ids }, action, ({ done }) => onProgress({ done: before + done, total }), keys),
  );
}

/**
 * Adds up the outcomes of the portions. A failure that follows changes is part of the outcome, so that they can
 * be undone; any other is thrown.
 * @internal
 */
export async function inPortions(
  ids: readonly string[],
  run: (portion: string[], before: number) => Promise<BulkOutcome>,
): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { done: 0, failed: 0, failures: [], operationIds: [] };
  for (let start = 0; start < ids.length; start += MAX_BULK_IDS) {
    try {
      const part = await run(ids.slice(start, start + MAX_BULK_IDS), start);
      outcome.done += part.done;
      outcome.failed += part.failed;
      outcome.failures.push(...part.failures);
      outcome.operationIds.push(...part.operationIds);
    } catch (error) {
      if (outcome.done === 0) throw error;
      return { ...outcome, failed: outcome.failed + ids.length - start, stoppedBy: error };
    }
  }
  return outcome;
}

type Answer = {
  updated?: number;
  assigned?: number;
  deleted?: number;
  failed: number;
  failures: BulkFailure[];
  operation_ids: string[];
};

async function runOne(
  body: InputOf<typeof leadBulk.remove>['body'],
  { updates, assignTo }: BulkAction,
  onProgress: (progress: BulkProgress) => void,
  keys: HeldKeys,
): Promise<BulkOutcome> {
  if (assignTo !== undefined) {
    const assigning = { body: { ...body, ...(assignTo && { assigned_to: assignTo }) } };
    return outcomeOf(await runJob(leadBulk.assign, assigning, onProgress, keys));
  }
  return outcomeOf(
    updates
      ? await runJob(leadBulk.update, { body: { ...body, updates } }, onProgress, keys)
      : await runJob(leadBulk.remove, { body }, onProgress, keys),
  );
}

function outcomeOf({ updated, assigned, deleted, failed, failures, operation_ids }: Answer): BulkOutcome {
  return { done: updated ?? assigned ?? deleted ?? 0, failed, failures, operationIds: operation_ids };
}
