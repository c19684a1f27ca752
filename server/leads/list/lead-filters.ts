import { sql } from 'kysely';
import type { Expression, RawBuilder, SqlBool } from 'kysely';
import { LEAD_FIELDS } from '#shared/fields/lead-fields.ts';
import type { LeadFilters } from '#shared/fields/lead-filters.ts';
import type { LeadSort } from '#shared/leads/leads.ts';
import { foldText } from '#shared/values/fold-text.ts';
import { dayConditions, relativeDayConditions } from '#server/db/days.ts';
import { foldedTexts, readingOrder } from '#server/db/sql/folded-text.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { InvalidInput } from '#server/errors.ts';
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

type Asked = { scope: ReadScope; ready: ReadyFilters };
type Where<Value> = (value: Value, asked: Asked) => Condition | readonly Condition[];

type DayFilter = 'from_date' | 'to_date' | 'converted_from' | 'converted_to';

/** Filters that `scope`, `archivedFilter` or the rest of `ReadyFilters` apply. */
type AppliedElsewhere = 'client_id' | 'is_archived' | 'show_all' | 'custom' | 'search';

type Conditions = {
  [Name in Exclude<keyof LeadFilters, AppliedElsewhere>]-?: Where<NonNullable<LeadFilters[Name]>>;
};

/** The condition of each filter on `leads`. */
const CONDITIONS: Conditions = {
  status: (values) => isIn('status', values),
  source: (values) => isIn('source', values),
  no_source: (isWanted) => (isWanted ? sql<SqlBool>`leads.source IS NULL` : []),
  reached: (_, { scope, ready }) => hasReached(scope, ready),
  lost_reason: (values) => isIn('lost_reason', values),
  assigned_to: (people, { scope }) => isAssigned(scope, people, 'leads'),
  created_by: (id) => sql<SqlBool>`leads.created_by = ${id}::uuid`,
  interest_level: (values) => isIn('interest_level', values),
  campaign_id: (id) => (id === '' ? [] : sql<SqlBool>`leads.campaign_id = ${id}`),
  is_duplicate: (isWanted) => isSet(sql`leads.is_duplicate`, isWanted),
  meaning: (_, { scope, ready }) => hasMeaning(scope, ready, 'leads'),
  no_next_step: (isWanted, { scope, ready }) => (isWanted ? noNextStep(scope, ready) : []),
  ...daysBetween('created_at', 'from_date', 'to_date'),
  ids: (ids) => sql<SqlBool>`leads.id = ANY(${ids}::uuid[])`,
  product_id: (ids) => sql<SqlBool>`leads.product_id = ANY(${ids}::uuid[])`,
  tags: (tags) =>
    sql<SqlBool>`leads.tags <> '{}' AND ${foldedTexts(sql`leads.tags`)} && ${tags.map(foldText)}::text[]`,
  min_value: (least) => sql<SqlBool>`leads.value >= ${least}::numeric`,
  max_value: (most) => sql<SqlBool>`leads.value <= ${most}::numeric`,
  created: inWords('created_at'),
  next_followup: inWords('next_followup_date', followUpIs),
  last_contacted: inWords('last_contacted_at', contactIs),
  import_id: (id, { scope }) => sql<SqlBool>`leads.id IN (
    SELECT o.lead_id FROM ${scope.table('operation_leads')} o WHERE o.operation_id = ${id}::uuid)`,
  ...daysBetween('converted_at', 'converted_from', 'converted_to'),
  is_contacted: (isWanted) => isSet(CONTACT.isContacted, isWanted),
  missing: (details) => [
    // The normalised columns have the indexes.
    ...(details === 'email' ? [] : [sql<SqlBool>`leads.phone IS NULL AND leads.phone_norm IS NULL`]),
    ...(details === 'phone' ? [] : [sql<SqlBool>`leads.email IS NULL AND leads.email_norm IS NULL`]),
  ],
  first_contact: (wanted) => (wanted === 'in_time' ? CONTACT.isInTime : CONTACT.isTooLate),
};
const NAMES = Object.keys(CONDITIONS) as (keyof Conditions)[];

function chosenConditions(scope: ReadScope, ready: ReadyFilters): Condition[] {
  const chosen = NAMES.flatMap((name) => {
    const value = ready.wanted[name];
    return value === undefined ? [] : (CONDITIONS[name] as Where<unknown>)(value, { scope, ready });
  });
  return [...chosen, ...ready.customConditions, ...ready.searchConditions];
}

/** The conditions by both ends of a range of days, which are checked together. */
function daysBetween<From extends DayFilter, To extends DayFilter>(
  column: 'created_at' | 'converted_at',
  from: From,
  to: To,
) {
  const moment = { table: 'leads', column: sql.ref(`leads.${column}`) } as const;
  const within = ({ scope, ready: { wanted } }: Asked) =>
    dayConditions(
      scope,
      moment,
      { from_date: wanted[from], to_date: wanted[to] },
      { from_date: from, to_date: to },
    );
  const ends: Record<string, Where<string>> = {
    [from]: (_, asked) => within(asked),
    [to]: (_, asked) => (asked.ready.wanted[from] === undefined ? within(asked) : []),
  };
  return ends as Record<From | To, Where<string>>;
}

/** A condition by days in words, or by words that stand for no days. */
function inWords(
  column: 'created_at' | 'next_followup_date' | 'last_contacted_at',
  meaningOf: (word: string) => Condition[] = () => [],
): Where<readonly string[]> {
  const moment = { table: 'leads', column: sql.ref(`leads.${column}`) } as const;
  return (words, { scope }) =>
    anyOf([...words.flatMap(meaningOf), ...relativeDayConditions(scope, moment, words)]);
}

/** The lead's status, or an earlier one, counts as having reached the step. */
function hasReached(scope: ReadScope, { statusesReached }: ReadyFilters): Condition {
  return sql<SqlBool>`(leads.status = ANY(${statusesReached}::text[]) OR EXISTS (
    SELECT 1 FROM ${scope.table('lead_events')} e
    WHERE e.lead_id = leads.id AND e.changes ? 'status' AND e.changes -> 'status' ?| ${statusesReached}::text[]))`;
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

/** Active leads by default: `show_all` includes both kinds, `is_archived` chooses one. */
export function archivedFilter({ show_all, is_archived }: LeadFilters): boolean | undefined {
  return show_all ? undefined : (is_archived ?? false);
}

type SortKey = RawBuilder<unknown>;

/** The sort expression of a field; text ignores case and accents. */
function keyOf(field: LeadSort['sort_by']): SortKey {
  if (field === 'email') return sql`leads.email_norm`;
  const column = sql.ref(`leads.${field}`);
  return ['text', 'select'].includes(LEAD_FIELDS[field].type) ? readingOrder(column) : column;
}

function sortKey(scope: ReadScope, field: LeadSort['sort_by']): SortKey {
  if (field === 'email' && scope.user.masksContacts)
    throw new InvalidInput([
      { field: 'sort_by', message: 'Your company masks emails. Sort by another field.' },
    ]);
  if (field !== 'assigned_to') return keyOf(field);
  return sql`(SELECT ${readingOrder(sql`m.name`)} FROM ${scope.table('members')} m WHERE m.id = leads.assigned_to)`;
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
