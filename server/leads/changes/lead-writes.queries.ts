import { sql } from 'kysely';
import type { RawBuilder, Updateable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { CustomInput } from '#shared/fields/custom-fields.ts';
import { normaliseEmail } from '#shared/fields/fields.ts';
import type { LeadUpdate } from '#shared/leads/lead.ts';
import { LEAD_FIELD_KEYS, leadField } from '#shared/fields/lead-fields.ts';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import { optionValue } from '#shared/fields/lead-options.ts';
import { MAX_TAGS, TOO_MANY_TAGS, withTags, withoutTags } from '#shared/fields/lead-values.ts';
import { PERMISSIONS, can } from '#shared/accounts/permissions.ts';
import { MASKED, isMasked } from '#server/accounts/masked-contacts.ts';
import { changesLead } from '#server/current-request.ts';
import { sameMillisecond } from '#server/db/sql/same-millisecond.ts';
import type { ClientScope } from '#server/db/scope.ts';
import type { LeadRow } from '#server/db/tables/client-tables.ts';
import { Forbidden, InvalidInput, NotFound, Stale } from '#server/errors.ts';
import { assigneeInWords, checkAssignee } from '#server/leads/owners/assignees.queries.ts';
import { fieldOptions } from '#server/leads/settings/field-options.queries.ts';
import type { FieldOptions } from '#server/leads/settings/field-options.queries.ts';
import { customAfter } from '#server/leads/values/custom-values.ts';
import { phoneColumns } from '#server/phone.ts';
import { changeAlone, changeLeads, intoTrash } from './lead-changes.queries.ts';
import type { SetChange, StoredLead } from './lead-changes.queries.ts';
import { UNKNOWN_LEAD, getLead } from '#server/leads/list/leads.queries.ts';
import type { PresentedLead } from '#server/leads/list/leads.queries.ts';
import { lostReasonAfter } from './lost-reason.ts';

/** New values of a lead's columns; of the custom fields, only the sent ones. */
type Change = Omit<Updateable<LeadRow>, 'custom'> & { custom?: CustomInput | undefined };

/** The normalised email and phone, equal for different spellings. Throws 422 for masked ones, from whomever. */
export function normalised(scope: ClientScope, { email, phone }: Pick<Change, 'email' | 'phone'>) {
  for (const [field, value] of Object.entries({ email, phone }))
    if (value && isMasked(value)) throw new InvalidInput([{ field, message: MASKED }]);
  return {
    ...(email !== undefined && { email_norm: email === null ? null : normaliseEmail(email) }),
    ...(phone !== undefined && phoneColumns(phone, scope.client.country)),
  };
}

const INSTANTS = new Set<string>(LEAD_FIELD_KEYS.filter((key) => leadField(key).type === 'datetime'));

/**
 * The new value of each column over the lead `old`, with derived columns: normalised email and phone, when
 * the lead was won, and the lost reason. `custom` is the value to merge custom values into. Throws 422 for
 * custom values.
 */
export function valuesOf(
  scope: ClientScope,
  fieldsOf: FieldOptions,
  { custom, ...sent }: Change,
  oldCustom?: RawBuilder<unknown>,
): SetChange['values'] {
  const { meaningOf, custom: fields } = fieldsOf;
  const change = inOptions(fieldsOf, sent);
  const { status, converted_at } = change;
  const columns = Object.entries(present({ ...change, ...normalised(scope, change) }));
  const isWon = status !== undefined && meaningOf(status) === 'won';
  return {
    ...Object.fromEntries(
      columns.map(([column, value]) => [
        column,
        INSTANTS.has(column) ? instant(column, value) : sql`${value}`,
      ]),
    ),
    ...(custom && { custom: customAfter(fields, custom, oldCustom) }),
    ...lostReasonAfter(fieldsOf, change),
    ...(status !== undefined &&
      !(isWon && converted_at !== undefined) && {
        converted_at: isWon ? wonAt(fieldsOf) : sql`NULL::timestamptz`,
      }),
  };
}

/** Won leads keep their date of winning; others may have one from when their status still meant won. */
function wonAt({ statuses }: FieldOptions): RawBuilder<unknown> {
  const others = statuses.flatMap(({ value, meaning }) => (meaning === 'won' ? [] : [value]));
  const now = sql`${new Date()}::timestamptz`;
  return sql`CASE WHEN old.status = ANY(${others}::text[]) THEN ${now} ELSE coalesce(old.converted_at, ${now}) END`;
}

/** Callers see timestamps in milliseconds: one that is sent back unchanged keeps its stored precision. */
function instant(column: string, value: unknown): RawBuilder<unknown> {
  const [stored, sent] = [sql`old.${sql.id(column)}`, sql`${value}::timestamptz`];
  return sql`CASE WHEN ${sameMillisecond(stored, sent)} THEN ${stored} ELSE ${sent} END`;
}

/** Select texts as the values of the options they mean: 'Social media' becomes `social_media`. */
export function inOptions<T extends object>({ options }: FieldOptions, fields: T): T {
  const entries = Object.entries(fields).map(([key, value]: [string, unknown]) => {
    const known = typeof value === 'string' ? options[key as FieldKey] : undefined;
    return [key, known ? optionValue(value as string, known) : value];
  });
  return Object.fromEntries(entries) as T;
}

/** The fields that were sent. */
export function present<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

/** Locks a lead for a change. Throws 404. */
export async function lockLead(scope: ClientScope, id: string): Promise<StoredLead> {
  const { rows } = await sql<StoredLead>`
    SELECT * FROM ${scope.table('leads')} leads WHERE id = ${id} AND deleted_at IS NULL FOR UPDATE
  `.execute(scope.db);
  if (!rows[0]) throw new NotFound(UNKNOWN_LEAD);
  return rows[0];
}

/**
 * Changes the sent fields of a lead; open reminders of a former assignee move along unless `remindersStay`.
 * `change` may be a function of the stored row, which is locked meanwhile. A new assignee makes it an
 * operation: the caller may no longer see the lead, and the former assignee sent again would also take
 * reminders that were the new one's before. Throws 404; 412 with the current lead when `version` is not the
 * latest; 422 for a reference to another client.
 */
export async function updateLead(
  scope: ClientScope,
  id: string,
  change: Change | ((lead: StoredLead) => Change),
  sent: { version?: number | undefined; remindersStay?: boolean } = {},
): Promise<PresentedLead & { operation_id?: string }> {
  changesLead(id);
  const options = await fieldOptions(scope);
  const edit = { ...sent, via: 'edit' } as const;
  if (isPlain(change)) return await changeLead(scope, options, id, change, edit);
  return await scope.transaction(async (inside) => {
    const lead = await lockLead(inside, id);
    const given = typeof change === 'function' ? change(lead) : change;
    const { assigned_to } = given;
    await checkAssignee(inside, assigned_to, lead.assigned_to);
    if (assigned_to === undefined || assigned_to === lead.assigned_to)
      return await changeLead(inside, options, id, given, edit);
    const summary = await assigneeInWords(inside, assigned_to);
    const operation = { id: uuidv7(), kind: 'bulk_update', summary } as const;
    const changed = await changeLead(inside, options, id, given, { ...edit, operation });
    return { ...changed, operation_id: operation.id };
  });
}

/**
 * Whether a single statement is enough: reminders are updated for a date or an assignee in a second one, and
 * custom values are read only after their lead.
 */
function isPlain(change: Change | ((lead: StoredLead) => Change)): change is Change {
  return (
    typeof change !== 'function' &&
    change.next_followup_date === undefined &&
    change.assigned_to === undefined &&
    change.custom === undefined
  );
}

/**
 * Does the work of `updateLead` in one statement; a follow-up date, an assignee, or a change that depends on
 * the lead requires the caller's transaction.
 */
export async function changeLead(
  scope: ClientScope,
  options: FieldOptions,
  id: string,
  change: Change,
  {
    version,
    ...edit
  }: Pick<SetChange, 'via' | 'remindersStay' | 'operation'> & { version?: number | undefined },
): Promise<PresentedLead> {
  const values = valuesOf(scope, options, change);
  const isEmpty = Object.keys(values).length === 0;
  const changed = isEmpty ? undefined : await changeAlone(scope, id, { values, ...edit }, version);
  const lead = changed?.lead ?? (await getLead(scope, id));
  if (version !== undefined && version !== (changed?.was ?? lead.version)) throw new Stale(lead);
  return lead;
}

/**
 * The sent fields of a lead as a change of the row. The moment of winning counts only beside a status, and not when it is
 * null, as in an open lead that is sent back with a won status.
 */
export function changeOf(input: Omit<LeadUpdate, 'with_reminders'>): Change {
  const { version: _, converted_at, ...fields } = input;
  const saysWhen = fields.status !== undefined && typeof converted_at === 'string';
  return { ...fields, ...(saysWhen && { converted_at }) };
}

export async function addTags(scope: ClientScope, id: string, tags: string[]): Promise<PresentedLead> {
  return await updateLead(scope, id, (lead) => {
    const all = withTags(lead.tags, tags);
    if (all.length > MAX_TAGS) throw new InvalidInput([{ field: 'tags', message: TOO_MANY_TAGS }]);
    return { tags: all };
  });
}

export async function removeTags(scope: ClientScope, id: string, tags: string[]): Promise<PresentedLead> {
  return await updateLead(scope, id, (lead) => ({ tags: withoutTags(lead.tags, tags) }));
}

/**
 * Marks a lead as won at the given moment; if omitted, at its known one or now. Sets a won status unless it
 * already has one.
 */
export async function convertLead(
  scope: ClientScope,
  id: string,
  convertedAt: Date | string | null | undefined,
): Promise<PresentedLead> {
  const { meaningOf, wonStatus } = await fieldOptions(scope);
  return await updateLead(scope, id, (lead) => ({
    converted_at: convertedAt ?? lead.converted_at ?? new Date(),
    ...(meaningOf(lead.status) !== 'won' && { status: wonStatus }),
  }));
}

/**
 * Moves a lead to the trash; returns the id of the operation that undoes the deletion. Throws 404, and 403
 * unless the caller may delete any lead or has created this one.
 */
export async function removeLead(scope: ClientScope, id: string): Promise<string> {
  changesLead(id);
  return await scope.transaction(async (inside) => {
    const lead = await lockLead(inside, id);
    if (!can(scope.user.role, 'leads.delete_any') && lead.created_by !== scope.user.id) {
      throw new Forbidden(PERMISSIONS['leads.delete_any'].refusal);
    }
    const operation = { id: uuidv7(), kind: 'delete', summary: lead.name } as const;
    await changeLeads(inside, { ids: [id], values: intoTrash(inside), via: 'edit', operation });
    return operation.id;
  });
}
