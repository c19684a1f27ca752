import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { counted } from '#shared/values/numbers.ts';
import type { BulkFailure } from '#shared/leads/lead-bulk.ts';
import type { ClientScope } from '#server/db/scope.ts';
import type { BulkOutcome } from '#server/features/lead-bulk/lead-bulk.queries.ts';
import type { Target, Targets } from '#server/features/lead-bulk/bulk-targets.queries.ts';
import { NotFound } from '#server/errors.ts';
import { findAssignee } from '#server/leads/owners/assignees.queries.ts';
import { foldAfterChange } from '#server/leads/changes/lead-counters.queries.ts';
import { changeLeads, lockLeads } from '#server/leads/changes/lead-changes.queries.ts';
import type { StoredLead } from '#server/leads/changes/lead-changes.queries.ts';
import { UNKNOWN_LEAD } from '#server/leads/list/leads.queries.ts';
import { hasRules, openDistribution, storeTurns } from '#server/leads/owners/distribution.queries.ts';
import type { Distributor } from '#server/leads/owners/decide-owner.ts';

const OWNED = 'This lead is already assigned.';
const GONE = 'This lead is in the trash.';
const NO_RULES = 'There are no rules yet. Add one under Settings → Users → Distribution, or choose a person.';
const NOT_IN_TEAM = 'Choose somebody in your team.';

type Given = { person: { id: string; name: string }; ids: string[] };
type Decision = { distributor: Distributor; given: Given[]; left: BulkFailure[] };

/** The dry run: the number of leads that each person would get by the current rules, as `assignByRules` would give them out. */
export async function previewAssign({ clients, unknown }: Targets) {
  const decided: Decision[] = [];
  // One client after the other: each takes a connection.
  for (const { client, leads } of clients)
    decided.push(await client.transaction(async (inside) => await decide(inside, leads)));
  const left = decided.flatMap((one) => one.left);
  const people = decided
    .flatMap(({ given }) => given)
    .map(({ person, ids }) => ({ ...person, leads: ids.length }));
  return { people, left: left.length + unknown.length, reason: left[0]?.message ?? null };
}

/**
 * Throws 404 if one of the clients does not know the person, or if the caller is limited to a team to which the
 * person does not belong, before any lead is changed.
 */
export async function checkPerson({ clients }: Targets, id: string): Promise<void> {
  for (const { client } of clients) {
    if (!(await findAssignee(client, id))) throw new NotFound('This user does not exist.');
    const { sight } = client.user;
    // Only a sight of a team includes unassigned leads. A cover's people are not part of the team.
    if (sight?.nobody && !sight.people.includes(id)) throw new NotFound(NOT_IN_TEAM);
  }
}

/** Gives out the leads without an owner by each client's rules: one operation for each client. */
export async function assignByRules({ clients, unknown }: Targets): Promise<BulkOutcome> {
  const failures = unknown.map((id) => ({ id, name: 'A lead', message: UNKNOWN_LEAD }));
  const outcome: BulkOutcome = { done: 0, failed: 0, failures, operation_ids: [] };
  for (const { client, leads } of clients) {
    const operationId = uuidv7();
    const { given, left } = await client.transaction(async (inside) => {
      const decision = await decide(inside, leads);
      await storeTurns(inside, decision.distributor);
      const count = decision.given.reduce((sum, { ids }) => sum + ids.length, 0);
      const summary = `Assigned ${counted(count, 'lead')} by rules`;
      for (const { person, ids } of decision.given)
        await changeLeads(inside, {
          ids,
          values: { assigned_to: sql`${person.id}::uuid` },
          via: 'bulk',
          operation: { id: operationId, kind: 'bulk_update', summary },
        });
      return decision;
    });
    outcome.done += given.reduce((sum, { ids }) => sum + ids.length, 0);
    failures.push(...left);
    if (given.length === 0) continue;
    outcome.operation_ids.push(operationId);
    await foldAfterChange(client);
  }
  return { ...outcome, failed: failures.length };
}

/**
 * Locks the leads, then the rules, as a missed call of an unassigned lead does, and decides for the oldest lead first.
 */
async function decide(inside: ClientScope, targets: readonly Target[]): Promise<Decision> {
  const ids = targets.map(({ id }) => id);
  const found = await lockLeads(inside, ids, sql<StoredLead>`l.*`);
  const distributor = await openDistribution(inside);
  const none = (await hasRules(inside)) ? undefined : NO_RULES;
  const given = new Map<string, Given>();
  const left: BulkFailure[] = [];
  for (const lead of found.toSorted((one, other) => Number(one.created_at) - Number(other.created_at))) {
    const refusal = lead.deleted_at ? GONE : lead.assigned_to ? OWNED : none;
    const { person, reason } = refusal
      ? { person: null, reason: refusal }
      : distributor.give({ lead, custom: lead.custom, at: new Date() });
    if (!person) left.push({ id: lead.id, name: lead.name, message: reason });
    else given.set(person.id, { person, ids: [...(given.get(person.id)?.ids ?? []), lead.id] });
  }
  return { distributor, given: [...given.values()], left };
}
