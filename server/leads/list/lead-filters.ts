import { sql } from 'kysely';
import type { Expression, RawBuilder, SqlBool } from 'kysely';
import { LEAD_FIELDS } from '#shared/lead-fields.ts';
import type { LeadFilters, LeadSort } from '#shared/leads.ts';
import { dayConditions, relativeDayConditions } from '#server/db/days.ts';
import { foldedText } from '#server/db/sql/folded-text.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { CONTACT } from '#server/leads/changes/first-contacts.ts';
import { isOfPeople } from './whose-work.ts';

type Condition = Expression<SqlBool>;

/** Statuses of all clients except `own`, and each status of those with its client. */
export type Statuses = {
  readonly common: readonly string[];
  readonly own: readonly string[];
  readonly ofOwn: readonly { client_id: string; status: string }[];
};
export const NO_STATUSES: Statuses = { common: [], own: [], ofOwn: [] };

declare const READY: unique symbol;

/**
 * Filters that the caller may use, with the part of a client's configuration that they need. Only
 * `readyFilters` creates them, and every reader of leads requires them.
 */
export type ReadyFilters = {
  readonly [READY]: true;
  readonly wanted: LeadFilters;
  /** The statuses in use that have the wanted `meaning`; empty without that filter. */
  readonly statusesMeant: Statuses;
  /** The statuses in use that are won or lost, for `no_next_step`; empty without that filter. */
  readonly statusesClosed: Statuses;
  /** The statuses that prove that a lead has reached the wanted one; empty without that filter. */
  readonly statusesReached: readonly string[];
  /** The wanted values of custom fields. */
  readonly customConditions: readonly Condition[];
  /** Every term of the search must match somewhere. */
  readonly searchConditions: readonly Condition[];
};

/** The same filters restricted to these statuses. */
export function withStatuses(ready: ReadyFilters, statuses: readonly string[]): ReadyFilters {
  const { status: wanted } = ready.wanted;
  const status = statuses.filter((one) => wanted?.includes(one) ?? true);
  return { ...ready, wanted: { ...ready.wanted, status } };
}

/** The filters' conditions on `leads`; the trash is never shown. Throws 422 for dates that do not exist. */
export function leadConditions(scope: ReadScope, ready: ReadyFilters): Condition[] {
  const archived = archivedFilter(ready.wanted);
  return [
    sql<SqlBool>`leads.deleted_at IS NULL`,
    ...(archived === undefined ? [] : [isSet(sql`leads.is_archived`, archived)]),
    ...chosenConditions(scope, ready),
  ];
}

/** Whether the filters exclude any active lead. */
export function narrows(scope: ReadScope, ready: ReadyFilters): boolean {
  return archivedFilter(ready.wanted) === true || chosenConditions(scope, ready).length > 0;
}

function chosenConditions(scope: ReadScope, ready: ReadyFilters): Condition[] {
  const filters = ready.wanted;
  const { status, source, lost_reason, assigned_to, created_by, interest_level, campaign_id, is_duplicate } =
    filters;
  const conditions: Condition[] = [];
  if (status) conditions.push(isIn('status', status));
  if (source) conditions.push(isIn('source', source));
  if (filters.no_source) conditions.push(sql<SqlBool>`leads.source IS NULL`);
  if (filters.reached !== undefined) conditions.push(hasReached(scope, ready));
  if (lost_reason) conditions.push(isIn('lost_reason', lost_reason));
  if (assigned_to) conditions.push(isAssigned(scope, assigned_to, 'leads'));
  if (created_by) conditions.push(sql<SqlBool>`leads.created_by = ${created_by}::uuid`);
  if (interest_level) conditions.push(isIn('interest_level', interest_level));
  if (campaign_id) conditions.push(sql<SqlBool>`leads.campaign_id = ${campaign_id}`);
  if (is_duplicate !== undefined) conditions.push(isSet(sql`leads.is_duplicate`, is_duplicate));
  if (filters.meaning) conditions.push(hasMeaning(scope, ready, 'leads'));
  if (filters.no_next_step) conditions.push(...noNextStep(scope, ready));
  conditions.push(...dayConditions(scope, { table: 'leads', column: sql`leads.created_at` }, filters));
  conditions.push(...moreConditions(scope, filters), ...contactConditions(scope, filters));
  conditions.push(...ready.customConditions);
  conditions.push(...ready.searchConditions);
  return conditions;
}

/** The lead's status, or an earlier one, counts as having reached the step. */
function hasReached(scope: ReadScope, { statusesReached }: ReadyFilters): Condition {
  return sql<SqlBool>`(leads.status = ANY(${statusesReached}::text[]) OR EXISTS (
    SELECT 1 FROM ${scope.table('lead_events')} e
    WHERE e.lead_id = leads.id AND e.changes ? 'status' AND e.changes -> 'status' ?| ${statusesReached}::text[]))`;
}

/** The filters by product, tags, value, import, and relative days. */
function moreConditions(scope: ReadScope, filters: LeadFilters): Condition[] {
  const { product_id, tags, min_value, max_value, created, next_followup, last_contacted, import_id, ids } =
    filters;
  const days = (
    column: 'created_at' | 'next_followup_date' | 'last_contacted_at',
    words: readonly string[],
  ) => relativeDayConditions(scope, { table: 'leads', column: sql.ref(`leads.${column}`) }, words);
  return [
    ...(ids ? [sql<SqlBool>`leads.id = ANY(${ids}::uuid[])`] : []),
    ...(product_id ? [sql<SqlBool>`leads.product_id = ANY(${product_id}::uuid[])`] : []),
    ...(tags ? [sql<SqlBool>`leads.tags && ${tags}::text[]`] : []),
    ...(min_value === undefined ? [] : [sql<SqlBool>`leads.value >= ${min_value}::numeric`]),
    ...(max_value === undefined ? [] : [sql<SqlBool>`leads.value <= ${max_value}::numeric`]),
    ...(created ? [anyOf(days('created_at', created))] : []),
    ...(next_followup
      ? [anyOf([...next_followup.flatMap(followUpIs), ...days('next_followup_date', next_followup)])]
      : []),
    ...(last_contacted
      ? [anyOf([...last_contacted.flatMap(contactIs), ...days('last_contacted_at', last_contacted)])]
      : []),
    ...(import_id
      ? [
          sql<SqlBool>`leads.id IN (SELECT o.lead_id FROM ${scope.table('operation_leads')} o WHERE o.operation_id = ${import_id}::uuid)`,
        ]
      : []),
  ];
}

/** The filters by contacts and by day of conversion. */
function contactConditions(scope: ReadScope, filters: LeadFilters): Condition[] {
  const { converted_from, converted_to, is_contacted, first_contact } = filters;
  const converted = { table: 'leads', column: sql`leads.converted_at` } as const;
  const names = { from_date: 'converted_from', to_date: 'converted_to' };
  return [
    ...dayConditions(scope, converted, { from_date: converted_from, to_date: converted_to }, names),
    ...(is_contacted === undefined ? [] : [isSet(CONTACT.isContacted, is_contacted)]),
    ...(first_contact ? [first_contact === 'in_time' ? CONTACT.isInTime : CONTACT.isTooLate] : []),
  ];
}

function followUpIs(word: string): Condition[] {
  if (word === 'overdue') return [sql<SqlBool>`leads.next_followup_date < now()`];
  if (word === 'none') return [sql<SqlBool>`leads.next_followup_date IS NULL`];
  return word === 'planned' ? [sql<SqlBool>`leads.next_followup_date IS NOT NULL`] : [];
}

function contactIs(word: string): Condition[] {
  if (word === 'never') return [sql<SqlBool>`leads.last_contacted_at IS NULL`];
  return word === 'ever' ? [sql<SqlBool>`leads.last_contacted_at IS NOT NULL`] : [];
}

function anyOf(conditions: readonly Condition[]): Condition {
  return sql<SqlBool>`(${sql.join(conditions, sql` OR `)})`;
}

/** A single value is compared with `=`, so that indexes starting with the column are in the list's order. */
function isIn(
  column: 'status' | 'source' | 'lost_reason' | 'interest_level',
  values: readonly string[],
): RawBuilder<SqlBool> {
  return isValueOf(sql.ref(`leads.${column}`), values);
}

/** Whether a text column contains one of the values. */
export function isValueOf(column: RawBuilder<unknown>, values: readonly string[]): RawBuilder<SqlBool> {
  return values.length === 1
    ? sql<SqlBool>`${column} = ${values[0]}`
    : sql<SqlBool>`${column} = ANY(${values}::text[])`;
}

/**
 * Whether a lead, or a row of its counters, belongs to one of these: users, `me`, or `none` for unassigned.
 */
export function isAssigned(
  scope: ReadScope,
  assignees: readonly string[],
  table: 'leads' | 'lead_totals',
): RawBuilder<SqlBool> {
  return isOfPeople(scope, sql.ref(`${table}.assigned_to`), assignees);
}

type CountedTable = 'leads' | 'lead_totals' | 'lead_days';

/** Open leads without a next step. */
function noNextStep(scope: ReadScope, { statusesClosed }: ReadyFilters): Condition[] {
  const isClosed = isOneOf(scope, 'leads', statusesClosed);
  return [sql<SqlBool>`leads.next_followup_date IS NULL`, sql<SqlBool>`NOT ${isClosed}`];
}

/** The status of a lead, or of a row of its counters, has the wanted meaning. */
export function hasMeaning(
  scope: ReadScope,
  { statusesMeant }: ReadyFilters,
  table: CountedTable,
): RawBuilder<SqlBool> {
  return isOneOf(scope, table, statusesMeant);
}

function isOneOf(scope: ReadScope, table: CountedTable, { common, own, ofOwn }: Statuses) {
  const status = sql.ref(`${table}.status`);
  const isCommon = sql<SqlBool>`${status} = ANY(${common}::text[])`;
  if (own.length === 0) return isCommon;
  const [clients, statuses] = [ofOwn.map(({ client_id }) => client_id), ofOwn.map((one) => one.status)];
  return sql<SqlBool>`CASE WHEN ${scope.clientId(table)} = ANY(${own}::uuid[]) THEN EXISTS (
    SELECT 1 FROM unnest(${clients}::uuid[], ${statuses}::text[]) o (client_id, status)
    WHERE o.client_id = ${scope.clientId(table)} AND o.status = ${status}) ELSE ${isCommon} END`;
}

/** A flag is inlined in the SQL: as a parameter, it would hide its frequency from a prepared plan. */
export function isSet(column: RawBuilder<unknown>, wanted: boolean): RawBuilder<SqlBool> {
  return wanted ? sql<SqlBool>`${column}` : sql<SqlBool>`NOT ${column}`;
}

/** Active leads by default: `show_all` includes both kinds, `is_archived` chooses one (behaviour: lists). */
export function archivedFilter({ show_all, is_archived }: LeadFilters): boolean | undefined {
  return show_all ? undefined : (is_archived ?? false);
}

type SortKey = RawBuilder<unknown>;

/** The sort expression of a field; text ignores case and accents. */
function keyOf(field: LeadSort['sort_by']): SortKey {
  if (field === 'email') return sql`leads.email_norm`;
  const column = sql.ref(`leads.${field}`);
  return ['text', 'select'].includes(LEAD_FIELDS[field].type) ? foldedText(column) : column;
}

function sortKey(scope: ReadScope, field: LeadSort['sort_by']): SortKey {
  if (field !== 'assigned_to') return keyOf(field);
  return sql`(SELECT ${foldedText(sql`m.name`)} FROM ${scope.table('members')} m WHERE m.id = leads.assigned_to)`;
}

const NEVER_EMPTY: readonly LeadSort['sort_by'][] = [
  'name',
  'status',
  'lead_score',
  'created_at',
  'updated_at',
];

/** The expression that the list is ordered by, before the id. */
export function leadSortKey(scope: ReadScope, { sort_by }: LeadSort): RawBuilder<unknown> {
  return sortKey(scope, sort_by);
}

/**
 * ORDER BY with nulls last and the id as a tie-breaker; `reversed` reads the same order backwards. `key`: the
 * column with the sort key.
 */
export function leadOrder(
  scope: ReadScope,
  sort: LeadSort,
  reversed = false,
  key = leadSortKey(scope, sort),
): RawBuilder<unknown> {
  const { sort_by, sort_order } = sort;
  const ascending = (sort_order === 'asc') !== reversed;
  const direction = ascending ? sql`ASC` : sql`DESC`;
  if (NEVER_EMPTY.includes(sort_by)) return sql`${key} ${direction}, leads.id ${direction}`;
  return sql`${key} ${direction} ${reversed ? sql`NULLS FIRST` : sql`NULLS LAST`}, leads.id ${direction}`;
}

/** The rows after a lead in the list, by sort key and id; none for a lead outside the scope. */
export function rowsBehind(scope: ReadScope, sort: LeadSort, id: string): RawBuilder<SqlBool> {
  const key = sortKey(scope, sort.sort_by);
  const side = sort.sort_order === 'asc' ? sql`>` : sql`<`;
  const of = (value: RawBuilder<unknown>) =>
    sql`(SELECT ${value} FROM ${scope.table('leads')} leads WHERE leads.id = ${id}::uuid)`;
  const beside = sql<SqlBool>`(${key}, leads.id) ${side} (${of(key)}, ${id}::uuid)`;
  if (NEVER_EMPTY.includes(sort.sort_by)) return beside;
  return sql<SqlBool>`(${beside} OR ${key} IS NULL AND (${of(sql`${key} IS NOT NULL`)}
    OR ${of(sql`${key} IS NULL`)} AND leads.id ${side} ${id}::uuid))`;
}
