import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { ProgressListener } from '#shared/protocol/job-events.ts';
import { MAX_LISTED_FAILURES } from '#shared/leads/lead-bulk.ts';
import type { BulkFailure, BulkUpdates } from '#shared/leads/lead-bulk.ts';
import { LEAD_FIELDS } from '#shared/fields/lead-fields.ts';
import { isBusy } from '#server/db/pool/busy.ts';
import { MAX_TAGS, TOO_MANY_TAGS, withTags } from '#shared/fields/lead-values.ts';
import type { ClientScope } from '#server/db/scope.ts';
import { Conflict } from '#server/errors.ts';
import { NOT_ACTIVE, findAssignee } from '#server/leads/owners/assignees.queries.ts';
import { fieldOptions } from '#server/leads/settings/field-options.queries.ts';
import type { FieldOptions } from '#server/leads/settings/field-options.queries.ts';
import { updateInWords } from '#server/features/lead-bulk/bulk-words.ts';
import type { Target, Targets } from '#server/features/lead-bulk/bulk-targets.queries.ts';
import { foldAfterChange } from '#server/leads/changes/lead-counters.queries.ts';
import { changeLeads, inBatches, intoTrash, lockLeads } from '#server/leads/changes/lead-changes.queries.ts';
import type { SetChange } from '#server/leads/changes/lead-changes.queries.ts';
import { tagsNotIn } from '#server/leads/values/tag-lists.ts';
import { valuesOf } from '#server/leads/changes/lead-writes.queries.ts';
import { UNKNOWN_LEAD } from '#server/leads/list/leads.queries.ts';

const NOT_A_USER = 'Choose a user of this client.';
/** The name used in a report for a missing lead. */
const NAMELESS = 'A lead';
const IN_TRASH = 'This lead is in the trash.';
const BUSY = 'Someone else is changing this right now. Please try again.';

export type BulkOutcome = { done: number; failed: number; failures: BulkFailure[]; operation_ids: string[] };

/** A bulk action on one client's leads. */
type Job = {
  kind: 'bulk_update' | 'bulk_delete';
  summary: string;
  values: SetChange['values'];
  remindersStay?: boolean;
  /** Why this lead cannot be changed this way; undefined when it can. */
  refusal: (lead: Locked) => string | undefined;
};
type Locked = Target & { assigned_to: string | null; tags: string[]; notes_length: number };

/** Changes all the leads and reports those that were refused. */
export async function bulkUpdate(
  targets: Targets,
  updates: BulkUpdates,
  listen: ProgressListener,
): Promise<BulkOutcome> {
  return await changeAll(targets, listen, async (client) => await updateJob(client, updates));
}

/** Moves all the leads to the trash. */
export async function bulkDelete(targets: Targets, listen: ProgressListener): Promise<BulkOutcome> {
  return await changeAll(targets, listen, async (client) => ({
    kind: 'bulk_delete',
    summary: 'Moved to the trash',
    values: intoTrash(client),
    refusal: () => undefined,
  }));
}

async function changeAll(
  { clients, unknown }: Targets,
  listen: ProgressListener,
  jobFor: (client: ClientScope) => Promise<Job>,
): Promise<BulkOutcome> {
  const failures = unknown.map((id) => ({ id, name: NAMELESS, message: UNKNOWN_LEAD }));
  const outcome: BulkOutcome = { done: 0, failed: failures.length, failures, operation_ids: [] };
  const total = clients.reduce((sum, { leads }) => sum + leads.length, 0);
  let tried = 0;
  for (const { client, leads } of clients) {
    const job = await jobFor(client);
    const operationId = uuidv7();
    let changed = 0;
    await inBatches(leads, async (batch) => {
      const result = await writeBatch(client, batch, job, operationId).catch((error: unknown) => {
        // Nothing has been written yet, so the whole request fails and can be retried.
        if (tried === 0 || !isBusy(error)) throw error;
        return { done: 0, changed: 0, failures: failuresOf(batch, BUSY) };
      });
      changed += result.changed;
      outcome.done += result.done;
      outcome.failed += result.failures.length;
      outcome.failures.push(...result.failures.slice(0, MAX_LISTED_FAILURES - outcome.failures.length));
      tried += batch.length;
      listen(tried, total);
    });
    if (changed === 0) continue;
    outcome.operation_ids.push(operationId);
    await foldAfterChange(client);
  }
  return outcome;
}

const failuresOf = (leads: readonly Target[], message: string): BulkFailure[] =>
  leads.map(({ id, name }) => ({ id, name, message }));

type BatchResult = { done: number; changed: number; failures: BulkFailure[] };

async function writeBatch(
  scope: ClientScope,
  leads: readonly Target[],
  { kind, summary, values, remindersStay, refusal }: Job,
  operationId: string,
): Promise<BatchResult> {
  return await scope.transaction(async (inside) => {
    const found = await lockLeads(
      inside,
      leads.map(({ id }) => id),
      sql<
        Locked & { is_deleted: boolean }
      >`l.id, l.name, l.assigned_to, l.tags, coalesce(char_length(l.notes), 0) AS notes_length,
        l.deleted_at IS NOT NULL AS is_deleted`,
    );
    const locked = new Map(found.map((lead) => [lead.id, lead]));
    const failures = leads.flatMap(({ id, name }): BulkFailure[] => {
      const lead = locked.get(id);
      const message = !lead ? UNKNOWN_LEAD : lead.is_deleted ? IN_TRASH : refusal(lead);
      return message === undefined ? [] : [{ id, name, message }];
    });
    const refused = new Set(failures.map(({ id }) => id));
    const ids = leads.flatMap(({ id }) => (refused.has(id) ? [] : [id]));
    const operation = { id: operationId, kind, summary };
    const { changed, undoneAt } = await changeLeads(inside, {
      ids,
      values,
      remindersStay,
      via: 'bulk',
      operation,
    });
    if (undoneAt) throw new Conflict('This was undone while it was still running.');
    return { done: ids.length, changed, failures };
  });
}

async function updateJob(client: ClientScope, updates: BulkUpdates): Promise<Job> {
  const { assigned_to, tags = [], tags_mode, notes } = updates;
  const assignee = assigned_to ? await findAssignee(client, assigned_to) : undefined;
  const options = await fieldOptions(client);
  const maxNotes = LEAD_FIELDS.notes.max;
  return {
    kind: 'bulk_update',
    summary: updateInWords(updates, options.options, assignee?.name ?? null, client.client.timeZone),
    values: bulkValues(client, updates, options),
    remindersStay: updates.with_reminders === false,
    refusal: (lead) => {
      if (assigned_to && !assignee) return NOT_A_USER;
      if (assignee && !assignee.mayTake && lead.assigned_to !== assigned_to) return NOT_ACTIVE;
      if (tags_mode === 'add' && withTags(lead.tags, tags).length > MAX_TAGS) return TOO_MANY_TAGS;
      if (notes && lead.notes_length + 1 + [...notes].length > maxNotes)
        return `Notes is too long (${maxNotes} characters at most).`;
      return undefined;
    },
  };
}

/**
 * Each sent field as the change that a single edit makes; tags and notes are combined with each lead's own.
 */
function bulkValues(scope: ClientScope, updates: BulkUpdates, options: FieldOptions): SetChange['values'] {
  const { tags, tags_mode, notes, with_reminders: _, ...fields } = updates;
  return {
    ...valuesOf(scope, options, fields),
    ...(tags !== undefined && { tags: tagsAfter(tags, tags_mode) }),
    ...(notes && { notes: sql`coalesce(old.notes || chr(10), '') || ${notes}::text` }),
  };
}

function tagsAfter(tags: string[], mode: BulkUpdates['tags_mode']) {
  const sent = sql`${tags}::text[]`;
  if (mode === 'replace') return sent;
  const held = sql`old.tags`;
  return mode === 'remove' ? tagsNotIn(held, sent) : sql`${held} || ${tagsNotIn(sent, held)}`;
}
