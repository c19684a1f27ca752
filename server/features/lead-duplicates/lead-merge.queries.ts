import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import * as z from 'zod/mini';
import { MAX_TAGS, TOO_MANY_TAGS, withTags } from '#shared/fields/lead-values.ts';
import type { LeadFieldsInput } from '#shared/leads/lead.ts';
import { LEAD_FIELDS } from '#shared/fields/lead-fields.ts';
import type { UndoResult } from '#shared/activities/operations.ts';
import type { ClientScope } from '#server/db/scope.ts';
import { wholeCompany } from '#server/db/visibility/whole-company.ts';
import type { OperationRow } from '#server/db/tables/client-tables.ts';
import { InvalidInput, NotFound, Stale } from '#server/errors.ts';
import { refreshFirstContacts } from '#server/leads/changes/first-contacts.queries.ts';
import { fieldOptions } from '#server/leads/settings/field-options.queries.ts';
import type { FieldOptions } from '#server/leads/settings/field-options.queries.ts';
import { beforeImages, changedColumns } from '#server/leads/changes/before-images.queries.ts';
import { changeLeads, intoTrash, lockLeads } from '#server/leads/changes/lead-changes.queries.ts';
import type { SetChange, StoredLead } from '#server/leads/changes/lead-changes.queries.ts';
import { recordOperation, uncoverEarlier } from '#server/leads/changes/lead-operations.queries.ts';
import { changeOf, inOptions, valuesOf } from '#server/leads/changes/lead-writes.queries.ts';
import { UNKNOWN_LEAD, getLead } from '#server/leads/list/leads.queries.ts';
import type { PresentedLead } from '#server/leads/list/leads.queries.ts';
import { reopenCompleted } from '#server/leads/changes/follow-up-dates.queries.ts';
import {
  giveRemindersBack,
  remindersFollowAssignee,
} from '#server/leads/changes/follow-up-owners.queries.ts';

/** Tables whose rows belong to a lead and move in a merge. */
const MOVED = [
  'call_logs',
  'reminders',
  'lead_events',
  'lead_notes',
  'lead_messages',
  'source_deliveries',
  'source_leads',
  'phone_calls',
] as const;
/** Merges in earlier releases moved fewer tables. */
const Moved = z.partialRecord(z.enum(MOVED), z.array(z.string()));
type Moved = z.infer<typeof Moved>;
/** The data that an undo of a merge needs besides the two leads: which is which, and the moved rows. */
const MergeDetails = z.object({ kept: z.string(), merged: z.string(), moved: Moved });
type MergeDetails = z.infer<typeof MergeDetails>;

/**
 * Merges `otherId` into `id`: calls, reminders, notes and history move along, tags are combined, notes
 * appended, and `fields` decide the rest; the other lead goes to the trash. Returns the merged lead, which
 * may now belong to somebody else, and the operation that undoes the merge. Throws 404, 412, 422.
 */
export async function mergeLeads(
  scope: ClientScope,
  id: string,
  otherId: string,
  fields: LeadFieldsInput,
): Promise<{ lead: PresentedLead; operation_id: string }> {
  if (id === otherId)
    throw new InvalidInput([{ field: 'lead_id', message: 'A lead cannot be merged with itself.' }]);
  const options = await fieldOptions(scope);
  return await scope.transaction(async (inside) => {
    const both = await lockLeads<StoredLead>(inside, [id, otherId], sql<StoredLead>`l.*`);
    const living = both.filter((lead) => lead.deleted_at === null);
    const kept = living.find((lead) => lead.id === id);
    const other = living.find((lead) => lead.id === otherId);
    if (!kept || !other) throw new NotFound(UNKNOWN_LEAD);
    if (fields.version !== undefined && fields.version !== kept.version)
      throw new Stale(await getLead(inside, id));
    const values = mergedValues(inside, options, kept, other, fields);
    const moved = await move(inside, otherId, id);
    const details: MergeDetails = { kept: id, merged: otherId, moved };
    await refreshFirstContacts(inside, [id, otherId]);
    const entry = { kind: 'merge' as const, summary: `${other.name} → ${kept.name}` };
    const operationId = await recordOperation(inside, { ...entry, leads: 0, details });
    const operation = { id: operationId, ...entry };
    await changeLeads(inside, { ids: [id], values, via: 'merge', kind: 'merged', always: true, operation });
    const all = wholeCompany(inside);
    // The other lead may have had another assignee, or none.
    const merged = { reminderIds: moved.reminders ?? [], assignee: other.assigned_to };
    await remindersFollowAssignee(all, { ids: [id], merged, operationId });
    // The reminders now belong to the other lead.
    const gone = { ...intoTrash(inside), next_followup_date: sql`NULL::timestamptz` };
    await changeLeads(inside, { ids: [otherId], values: gone, via: 'merge', operation });
    return { lead: await getLead(all, id), operation_id: operationId };
  });
}

/**
 * The merged lead's values: first `fields`, then those computed from both leads' tags, notes, calls and
 * reminders. Throws 422.
 */
function mergedValues(
  scope: ClientScope,
  options: FieldOptions,
  kept: StoredLead,
  other: StoredLead,
  fields: LeadFieldsInput,
): SetChange['values'] {
  const tags = fields.tags ?? withTags(kept.tags, other.tags);
  if (tags.length > MAX_TAGS) throw new InvalidInput([{ field: 'tags', message: TOO_MANY_TAGS }]);
  const notes = fields.notes === undefined ? bothNotes(kept, other) : fields.notes;
  const { max } = LEAD_FIELDS.notes;
  if (notes && [...notes].length > max)
    throw new InvalidInput([{ field: 'notes', message: `Notes is too long (${max} characters at most).` }]);
  // An empty custom field takes the other lead's value.
  const custom = sql`(${JSON.stringify(other.custom)}::jsonb || old.custom)`;
  const contacted = sql`(SELECT greatest(l.last_contacted_at, old.last_contacted_at) FROM ${scope.table('leads')} l WHERE l.id = ${other.id})`;
  const followUp = sql`(SELECT least(l.next_followup_date, old.next_followup_date) FROM ${scope.table('leads')} l WHERE l.id = ${other.id})`;
  const lastCall = sql`coalesce((SELECT c.call_status FROM ${scope.table('call_logs')} c
    WHERE c.lead_id = old.id ORDER BY c.call_date DESC, c.id DESC LIMIT 1), old.call_status)`;
  const { status } = inOptions(options, { status: fields.status ?? kept.status });
  // Won since the earlier of the two moments.
  const [wonAt] = [kept, other]
    .flatMap((lead) => lead.converted_at ?? [])
    .toSorted((a, b) => Number(a) - Number(b));
  const won = options.meaningOf(status) === 'won' && wonAt ? { converted_at: wonAt } : {};
  return {
    last_contacted_at: contacted,
    next_followup_date: followUp,
    call_status: lastCall,
    ...valuesOf(scope, options, { custom: {}, ...changeOf(fields), ...won }, custom),
    tags: sql`${tags}`,
    notes: sql`${notes}`,
    is_duplicate: sql`false`,
  };
}

function bothNotes(kept: StoredLead, other: StoredLead): string | null {
  if (!other.notes || kept.notes?.includes(other.notes)) return kept.notes;
  return kept.notes ? `${kept.notes}\n${other.notes}` : other.notes;
}

async function move({ db }: ClientScope, from: string, to: string): Promise<Moved> {
  const moved: Moved = {};
  for (const table of MOVED) {
    const rows = await db
      .updateTable(table)
      .set({ lead_id: to })
      .where('lead_id', '=', from)
      .returning('id')
      .execute();
    moved[table] = rows.map((row) => row.id);
  }
  return moved;
}

/** Undoes a whole merge: when either lead has changed since, both are reported and nothing is moved. */
export async function unmerge(
  scope: ClientScope,
  { id, details }: Pick<Selectable<OperationRow>, 'id' | 'details'>,
): Promise<UndoResult> {
  const { kept, merged, moved } = MergeDetails.parse(details);
  const versions = await sql<{ lead_id: string; version: number }>`
    SELECT lead_id, version FROM ${scope.table('operation_leads')} WHERE operation_id = ${id}
  `.execute(scope.db);
  const both = await lockLeads(
    scope,
    [kept, merged],
    sql<{ id: string; name: string; version: number }>`l.id, l.name, l.version`,
  );
  const expected = new Map(versions.rows.map((row) => [row.lead_id, row.version]));
  const changed_since = both.filter((lead) => lead.version !== expected.get(lead.id));
  if (changed_since.length > 0)
    return {
      restored: 0,
      removed: 0,
      changed_since: changed_since.map((lead) => ({ id: lead.id, name: lead.name })),
    };
  await giveRemindersBack(scope, id, [kept]);
  await reopenCompleted(scope, id, [kept]);
  for (const table of MOVED) {
    await scope.db
      .updateTable(table)
      .set({ lead_id: merged })
      .where('id', '=', sql<string>`ANY(${moved[table] ?? []}::uuid[])`)
      .where('lead_id', '=', kept)
      .execute();
  }
  await refreshFirstContacts(scope, [kept, merged]);
  const columns = await changedColumns(scope, id);
  await changeLeads(scope, { ids: [kept, merged], ...beforeImages(scope, id, columns) });
  await uncoverEarlier(scope, id, [kept, merged]);
  return { restored: both.length, removed: 0, changed_since: [] };
}
