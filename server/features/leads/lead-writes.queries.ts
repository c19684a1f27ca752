import { sql } from 'kysely';
import type { Insertable, RawBuilder, Updateable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { CustomInput } from '#shared/custom-fields.ts';
import { dayOf } from '#shared/dates.ts';
import { normaliseEmail } from '#shared/fields.ts';
import type { LeadFieldsInput, NewLead } from '#shared/lead.ts';
import { PERMISSIONS, can } from '#shared/permissions.ts';
import { once } from '#server/db/once.ts';
import type { ClientScope } from '#server/db/scope.ts';
import type { ChangeVia, LeadRow } from '#server/db/tables.ts';
import { Forbidden, InvalidInput, NotFound, Stale } from '#server/errors.ts';
import { fieldOptions } from '#server/features/field-configuration/field-configuration.queries.ts';
import type { FieldOptions } from '#server/features/field-configuration/field-configuration.queries.ts';
import { customAfter } from '#server/leads/custom-values.ts';
import { phoneNorm } from '#server/phone.ts';
import { countChange } from '#server/features/leads/lead-counts.queries.ts';
import {
  difference,
  eventRow,
  recordEvent,
  recordOperation,
} from '#server/features/leads/lead-events.queries.ts';
import type { StoredLead } from '#server/features/leads/lead-events.queries.ts';
import { UNKNOWN_LEAD, getLead } from '#server/features/leads/leads.queries.ts';
import { dateTitle, remindersFollowDate } from '#server/features/reminders/follow-up-dates.queries.ts';

/** Columns of a lead as they are to be; of the client's own fields those that are named. */
type Change = Omit<Updateable<LeadRow>, 'custom'> & { custom?: CustomInput | undefined };

/** Adds what follows: the forms under which duplicates meet, when the lead was won. Throws 422 for custom values. */
export function withDerived(
  scope: ClientScope,
  { meaningOf, custom: fields }: FieldOptions,
  { custom, ...change }: Change,
  before?: StoredLead,
): Updateable<LeadRow> {
  const { email, phone, status, converted_at } = change;
  const won = status !== undefined && meaningOf(status) === 'won';
  return {
    ...change,
    ...(custom && { custom: JSON.stringify(customAfter(fields, before?.custom ?? {}, custom)) }),
    ...(email !== undefined && { email_norm: email === null ? null : normaliseEmail(email) }),
    ...(phone !== undefined && {
      phone_norm: phone === null ? null : phoneNorm(phone, scope.client.country) || null,
    }),
    ...(status !== undefined &&
      converted_at === undefined && { converted_at: won ? (before?.converted_at ?? new Date()) : null }),
  };
}

/** The row of a new lead: the caller's fields over the client's defaults (behaviour: source, assignee). */
function newLead(scope: ClientScope, options: FieldOptions, id: string, input: NewLead) {
  const { version: _, ...fields } = input;
  const row = {
    ...options.defaults,
    assigned_to: scope.user.id,
    ...present(fields),
    id,
    created_by: scope.user.id,
    updated_by: scope.user.id,
    created_at: new Date(),
  };
  row.source ??= options.defaults.source;
  return { ...row, ...withDerived(scope, options, row) } as unknown as Insertable<LeadRow> & {
    id: string;
    created_at: Date;
    status: string;
  };
}

/** Without what was not sent. */
export function present<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

export type Created = { id: string; isReplay: boolean };

/**
 * Creates a lead and counts it in one statement. The same idempotency key with the same input creates nothing and
 * names the first lead again; with other input 409. Throws 422 for a reference to another client.
 */
export async function createLead(scope: ClientScope, input: NewLead, key?: string): Promise<Created> {
  const id = uuidv7();
  const lead = newLead(scope, await fieldOptions(scope), id, input);
  if (key === undefined) {
    await insertCounted(scope, lead);
    return { id, isReplay: false };
  }
  const call = { operation: 'leads.create', key, input };
  const { made, isReplay } = await once(
    scope,
    call,
    { id },
    async (inside) => await insertCounted(inside, lead),
  );
  return { ...made, isReplay };
}

/** Creates a lead within a transaction of the caller, who has seen to repetitions. Throws 422 like `createLead`. */
export async function insertLead(
  scope: ClientScope,
  options: FieldOptions,
  input: NewLead,
  via: ChangeVia,
): Promise<string> {
  const id = uuidv7();
  await insertCounted(scope, newLead(scope, options, id, input), via);
  return id;
}

async function insertCounted(
  scope: ClientScope,
  lead: ReturnType<typeof newLead>,
  via: ChangeVia = 'edit',
): Promise<void> {
  const { status, source = null, assigned_to = null, is_archived = false, value } = lead;
  // "Create anyway": who shares an e-mail or phone with an active lead is marked, unless the caller says.
  const is_duplicate = lead.is_duplicate ?? sql<boolean>`(SELECT found FROM twin)`;
  const cell = { is_archived, is_duplicate, leads: 1 };
  await scope.db
    .with('twin', (db) => db.selectNoFrom(hasTwin(scope, lead).as('found')))
    .with('lead', (db) =>
      db
        .insertInto('leads')
        .values({ ...lead, is_duplicate })
        .returning('id'),
    )
    .with('total', (db) =>
      db.insertInto('lead_totals').values({ ...cell, status, source, assigned_to, value: value ?? 0 }),
    )
    .with('day', (db) =>
      db.insertInto('lead_days').values({ ...cell, day: dayOf(lead.created_at, scope.client.timeZone) }),
    )
    .with('event', (db) =>
      db.insertInto('lead_events').values(eventRow(scope, { leadId: lead.id, kind: 'created', via })),
    )
    .with('reminder', (db) =>
      db
        .insertInto('reminders')
        .columns(['id', 'lead_id', 'user_id', 'title', 'reminder_date', 'is_automatic'])
        .expression((each) => each.selectFrom('lead').select(dateReminder(lead)).where(isDated(lead))),
    )
    .selectFrom('lead')
    .select('id')
    .execute();
}

/** A new lead's date makes its reminder in the statement that makes the lead. */
const isDated = ({ next_followup_date = null }: Insertable<LeadRow>) =>
  sql<boolean>`${next_followup_date}::timestamptz IS NOT NULL`;

const dateReminder = (lead: Insertable<LeadRow> & { id: string }) => [
  sql<string>`${uuidv7()}::uuid`.as('id'),
  sql<string>`${lead.id}::uuid`.as('lead_id'),
  sql<string | null>`${lead.assigned_to ?? null}::uuid`.as('user_id'),
  sql<string>`${dateTitle(lead.name)}::text`.as('title'),
  sql<Date>`${lead.next_followup_date ?? null}::timestamptz`.as('reminder_date'),
  sql<boolean>`true`.as('is_automatic'),
];

/** Whether an active lead has the same e-mail or phone, in any spelling. */
function hasTwin(scope: ClientScope, { email_norm = null, phone_norm = null }: Insertable<LeadRow>) {
  const twin = (column: RawBuilder<unknown>, value: string | null) => sql`EXISTS (
    SELECT FROM ${scope.table('leads')} WHERE ${column} = ${value}::text AND deleted_at IS NULL AND NOT is_archived)`;
  return sql<boolean>`(${twin(sql`email_norm`, email_norm)} OR ${twin(sql`phone_norm`, phone_norm)})`;
}

/** Locks a lead for a change. Throws 404. */
async function lockLead({ db }: ClientScope, id: string): Promise<StoredLead> {
  const lead = await db
    .selectFrom('leads')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!lead) throw new NotFound(UNKNOWN_LEAD);
  return lead;
}

/**
 * Changes a lead: what is sent, nothing else. `change` may depend on the row as it is, which is locked meanwhile.
 * Throws 404; 412 with the current lead when `version` is not the latest; 422 for a reference to another client.
 */
export async function updateLead(
  scope: ClientScope,
  id: string,
  change: Change | ((lead: StoredLead) => Change),
  version?: number,
): Promise<void> {
  const options = await fieldOptions(scope);
  await scope.transaction(async (inside) => {
    await changeLead(inside, options, id, change, { version, via: 'edit' });
  });
}

/** `updateLead` within a transaction of the caller. */
export async function changeLead(
  inside: ClientScope,
  options: FieldOptions,
  id: string,
  change: Change | ((lead: StoredLead) => Change),
  { version, via }: { version?: number | undefined; via: ChangeVia },
): Promise<void> {
  const before = await lockLead(inside, id);
  if (version !== undefined && version !== before.version) throw new Stale(await getLead(inside, id));
  const wanted = present(
    withDerived(inside, options, typeof change === 'function' ? change(before) : change, before),
  );
  if (Object.keys(wanted).length === 0) return;
  const after = await inside.db
    .updateTable('leads')
    .set({
      ...wanted,
      version: before.version + 1,
      updated_at: sql<Date>`now()`,
      updated_by: inside.user.id,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await countChange(inside, before, after);
  const { changes } = difference(before, after);
  if (Object.keys(changes).length > 0) {
    await recordEvent(inside, { leadId: id, kind: 'updated', via, changes });
  }
  if (changes['next_followup_date']) await remindersFollowDate(inside, sql`ARRAY[${id}::uuid]`);
}

/** The fields of a PUT as a change of the row. */
export function changeOf(input: LeadFieldsInput): Change {
  const { version: _, ...fields } = input;
  return fields;
}

export async function addTags(scope: ClientScope, id: string, tags: string[]): Promise<void> {
  await updateLead(scope, id, (lead) => {
    const all = [...new Set([...lead.tags, ...tags])];
    if (all.length > 50)
      throw new InvalidInput([{ field: 'tags', message: 'A lead can have 50 tags at most.' }]);
    return { tags: all };
  });
}

export async function removeTags(scope: ClientScope, id: string, tags: string[]): Promise<void> {
  await updateLead(scope, id, (lead) => ({ tags: lead.tags.filter((tag) => !tags.includes(tag)) }));
}

/** Won now or at the given moment; the status follows unless it says so already. */
export async function convertLead(scope: ClientScope, id: string, convertedAt: Date | string): Promise<void> {
  const { meaningOf, wonStatus } = await fieldOptions(scope);
  await updateLead(scope, id, (lead) => ({
    converted_at: convertedAt,
    ...(meaningOf(lead.status) !== 'won' && { status: wonStatus }),
  }));
}

/** Moves a lead to the trash; answers the operation that undoes it. Throws 403 unless the caller may delete any lead or created this one; 404. */
export async function removeLead(scope: ClientScope, id: string): Promise<string> {
  return await scope.transaction(async (inside) => {
    const lead = await lockLead(inside, id);
    if (!can(scope.user.role, 'leads.delete_any') && lead.created_by !== scope.user.id) {
      throw new Forbidden(PERMISSIONS['leads.delete_any'].refusal);
    }
    const version = lead.version + 1;
    await inside.db
      .updateTable('leads')
      .set({ deleted_at: sql<Date>`now()`, deleted_by: scope.user.id, updated_by: scope.user.id, version })
      .where('id', '=', id)
      .execute();
    await countChange(inside, lead, undefined);
    const operationId = await recordOperation(inside, { kind: 'delete', leads: 1, summary: lead.name });
    await inside.db
      .insertInto('operation_leads')
      .values({
        operation_id: operationId,
        lead_id: id,
        version,
        before: JSON.stringify({ deleted_at: null, deleted_by: null }),
      })
      .execute();
    await recordEvent(inside, { leadId: id, kind: 'deleted', via: 'edit', operationId });
    return operationId;
  });
}
