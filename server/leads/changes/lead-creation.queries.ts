import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { CustomValues } from '#shared/fields/custom-fields.ts';
import type { NewLead } from '#shared/leads/lead.ts';
import { unchecked } from '#shared/protocol/unchecked.ts';
import { changesLead } from '#server/current-request.ts';
import { once } from '#server/db/once.ts';
import type { ClientScope } from '#server/db/scope.ts';
import type { ChangeVia, LeadRow } from '#server/db/tables/client-tables.ts';
import { checkAssignee } from '#server/leads/owners/assignees.queries.ts';
import { customOf } from '#server/leads/values/custom-values.ts';
import { giveOwner, promiseMinutes } from '#server/leads/owners/distribution.queries.ts';
import { fieldOptions } from '#server/leads/settings/field-options.queries.ts';
import type { FieldOptions } from '#server/leads/settings/field-options.queries.ts';
import { dateReminder } from './follow-up-dates.queries.ts';
import { countInserted } from './lead-counters.queries.ts';
import { inOptions, normalised, present } from './lead-writes.queries.ts';
import { getLead, presentedLeads } from '#server/leads/list/leads.queries.ts';
import type { PresentedLead } from '#server/leads/list/leads.queries.ts';
import { notifyAssignees, notifyPeople } from './notify.ts';
import { Conflict, NotFound } from '#server/errors.ts';
import { hasDuplicate } from '#server/leads/owners/duplicates.ts';
import { queueWebhooks } from './queue-webhooks.ts';
import { clientTime } from '#server/leads/working-time.queries.ts';

/**
 * The users to notify of a lead that arrives without an owner and that no rule assigns; `at`: when it arrived, if that is
 * not now. Of an enquiry where there are no rules its caller notifies them.
 */
export type Arriving = { leaders: readonly string[]; at?: Date | undefined; isEnquiry?: true };

/**
 * The row of a new lead: the caller's fields merged with the client's defaults.
 */
function newLead(scope: ClientScope, options: FieldOptions, id: string, input: NewLead, now = new Date()) {
  const { version: _, custom, ...fields } = input;
  const { gender: __, ...defaults } = options.defaults;
  const row = {
    ...defaults,
    assigned_to: scope.user.isProgram ? null : scope.user.id,
    ...present(inOptions(options, keptInSight(scope, fields))),
    id,
    created_by: scope.user.id,
    updated_by: scope.user.id,
    created_at: now,
    updated_at: now,
  };
  row.source ??= options.defaults.source;
  const meaning = options.meaningOf(row.status);
  return unchecked<Insertable<LeadRow> & { id: string; created_at: Date }>({
    ...row,
    ...normalised(scope, row),
    ...(custom && { custom: JSON.stringify(customOf(options.custom, custom)) }),
    converted_at: meaning === 'won' ? (input.converted_at ?? now) : null,
    lost_reason: meaning === 'lost' ? (row.lost_reason ?? null) : null,
  });
}

/**
 * An unassigned new lead goes to a caller who cannot see unassigned leads, so that they still see what they
 * have created.
 */
function keptInSight<T extends Pick<NewLead, 'assigned_to'>>({ sight }: ClientScope, fields: T): T {
  const { assigned_to, ...others } = fields;
  return assigned_to === null && sight && !sight.nobody ? (others as T) : fields;
}

const CREATED_UNSEEN =
  'This lead has been created already. You can’t see it: it was deleted, or its owner’s leads aren’t shown to you.';

export type Created = { lead: PresentedLead; isReplay: boolean };

/**
 * Creates, counts and returns a lead in one statement; a program's lead without an owner is assigned by the
 * client's rules. The same idempotency key with the same input creates nothing and returns the first lead
 * again; it throws 409 with other input, and when the caller no longer sees that lead. Throws 422 for a
 * reference to another client.
 */
export async function createLead(
  scope: ClientScope,
  input: NewLead,
  key?: string,
  arriving?: Arriving,
): Promise<Created> {
  const id = uuidv7();
  changesLead(id);
  const options = await fieldOptions(scope);
  // Enquiries and imports never know the gender; a caller that omits it although the form has it means the
  // form's default.
  const { showForm } = options.configuration.gender;
  const given = showForm ? { gender: options.defaults.gender, ...present(input) } : input;
  const row = newLead(scope, options, id, given);
  await checkAssignee(scope, input.assigned_to);
  if (key === undefined) return { lead: await insertAlone(scope, row, arriving), isReplay: false };
  let lead: PresentedLead | undefined;
  const call = { operation: 'leads.create', key, input };
  const { made, isReplay } = await once(scope, call, { id }, async (inside) => {
    lead = await insertArrived(inside, row, 'edit', arriving);
  });
  if (lead && !isReplay) return { lead, isReplay };
  const created = await getLead(scope, made.id).catch((error: unknown) => {
    throw error instanceof NotFound ? new Conflict(CREATED_UNSEEN) : error;
  });
  return { lead: created, isReplay };
}

/**
 * Creates a lead in the caller's transaction, which must prevent repetitions; one that arrives without an
 * owner is assigned by the client's rules. Where there are none, the caller notifies people of the enquiry. Throws
 * 422 like `createLead`.
 */
export async function insertLead(
  scope: ClientScope,
  options: FieldOptions,
  input: NewLead,
  via: ChangeVia,
  arriving?: Arriving,
): Promise<string> {
  const { id } = await insertArrived(
    scope,
    newLead(scope, options, uuidv7(), input, arriving?.at),
    via,
    arriving && { ...arriving, isEnquiry: true },
  );
  return id;
}

type NewRow = ReturnType<typeof newLead>;

/** Takes a single statement, unless distribution rules apply. */
const insertAlone = async (scope: ClientScope, row: NewRow, arriving: Arriving | undefined) =>
  arriving
    ? await scope.transaction(async (inside) => await insertArrived(inside, row, 'edit', arriving))
    : await insertCounted(scope, row);

/**
 * Runs in a transaction: the rules choose the owner of a lead that arrives without one; first contact may be
 * promised.
 */
async function insertArrived(
  scope: ClientScope,
  row: NewRow,
  via: ChangeVia,
  arriving: Arriving | undefined,
): Promise<PresentedLead> {
  if (!arriving) return await insertCounted(scope, row, via);
  const promised = await withPromise(scope, row);
  if (row.assigned_to) return await insertCounted(scope, promised, via);
  const custom = JSON.parse(row.custom ?? '{}') as CustomValues;
  const given = await giveOwner(scope, row, custom);
  const owned = { ...promised, assigned_to: given?.person?.id ?? null };
  const lead = await insertCounted(scope, owned, via, given?.reason);
  if (given ? !given.person : !arriving.isEnquiry)
    await notifyPeople(
      scope,
      'unassigned',
      arriving.leaders.map((user_id) => ({ user_id, lead_id: lead.id })),
    );
  return lead;
}

/**
 * An incoming lead, with the time until which the client promises the first contact, in its working hours.
 */
async function withPromise(scope: ClientScope, row: NewRow): Promise<NewRow> {
  const minutes = await promiseMinutes(scope);
  if (minutes === null) return row;
  return { ...row, contact_by: (await clientTime(scope)).addMinutes(row.created_at, minutes) };
}

async function insertCounted(
  scope: ClientScope,
  { is_duplicate, ...lead }: NewRow,
  via: ChangeVia = 'edit',
  reason: string | null = null,
): Promise<PresentedLead> {
  const isForOther = lead.assigned_to && lead.assigned_to !== scope.user.id;
  const columns = Object.keys(lead).map((column) => sql.id(column));
  const values = Object.values(lead).map((value: unknown) => sql`${value}`);
  const { rows } = await sql<PresentedLead>`
    WITH lead AS (
      INSERT INTO ${scope.stored('leads')} (${sql.join(columns)}, is_duplicate)
      -- "Create anyway": a lead that shares an email or phone with an active one is marked, unless the caller says
      SELECT ${sql.join(values)}, ${is_duplicate ?? hasDuplicate(scope, lead)} RETURNING *
    ), ${countInserted(scope, sql`lead`)}, event AS (
      INSERT INTO ${scope.stored('lead_events')} (id, lead_id, user_id, kind, via, reason)
      VALUES (${uuidv7()}, ${lead.id}, ${scope.user.id}, 'created', ${via}, ${reason})
    ), ${queueWebhooks(scope, 'lead.created', sql`SELECT id FROM lead`)}${lead.next_followup_date ? sql`, reminder AS (${dateReminder(scope)})` : sql``}${isForOther ? sql`, told AS (${notifyAssignees(scope, sql`lead`)})` : sql``}
    ${await presentedLeads(scope, sql`lead`)}
  `.execute(scope.db);
  const [made] = rows;
  if (!made) throw new Error('An insert has answered no lead.');
  return made;
}
