import { getCountryCallingCode } from 'libphonenumber-js/min';
import type { CountryCode } from 'libphonenumber-js/min';
import { sql } from 'kysely';
import type { Expression, RawBuilder, SqlBool } from 'kysely';
import { LEAD_FIELDS } from '#shared/lead-fields.ts';
import type { LeadFilters, LeadSort } from '#shared/leads.ts';
import { asciiDigits } from '#shared/numbers.ts';
import { dayConditions } from '#server/db/days.ts';
import { containing, literal } from '#server/db/paginate.ts';
import type { ReadScope } from '#server/db/scope.ts';

type Condition = Expression<SqlBool>;

/** Below this many characters the trigram index would have to be read whole: prefixes of indexed columns instead. */
const SHORTEST_SUBSTRING = 3;

/** A status, and the client that has it. */
type ClientStatus = { client_id: string; status: string };

declare const READY: unique symbol;

/**
 * Filters that the caller may use, with the part of a client's configuration that they need. `readyFilters` alone
 * makes them, and every reader of leads takes nothing else.
 */
export type ReadyFilters = {
  readonly [READY]: true;
  readonly wanted: LeadFilters;
  /** The statuses in use that have the wanted `meaning`; none when no meaning is wanted. */
  readonly statusesMeant: readonly ClientStatus[];
  /** The statuses in use that are won or lost, for `no_next_step`; none without that filter. */
  readonly statusesClosed: readonly ClientStatus[];
  /** The wanted values of custom fields. */
  readonly customConditions: readonly Condition[];
};

/** The conditions of the filters on a row of `leads`; trash is never shown. Throws 422 for dates that do not exist. */
export function leadConditions(scope: ReadScope, ready: ReadyFilters): Condition[] {
  const filters = ready.wanted;
  const { status, source, assigned_to, created_by, interest_level, campaign_id, is_duplicate } = filters;
  const conditions: Condition[] = [sql<SqlBool>`leads.deleted_at IS NULL`];
  const archived = archivedFilter(filters);
  if (archived !== undefined) conditions.push(isSet(sql`leads.is_archived`, archived));
  if (status) conditions.push(sql<SqlBool>`leads.status = ${status}`);
  if (source) conditions.push(sql<SqlBool>`leads.source = ${source}`);
  if (assigned_to === 'none') conditions.push(sql<SqlBool>`leads.assigned_to IS NULL`);
  else if (assigned_to)
    conditions.push(sql<SqlBool>`leads.assigned_to = ${assigneeId(scope, assigned_to)}::uuid`);
  if (created_by) conditions.push(sql<SqlBool>`leads.created_by = ${created_by}::uuid`);
  if (interest_level) conditions.push(sql<SqlBool>`leads.interest_level = ${interest_level}`);
  if (campaign_id) conditions.push(sql<SqlBool>`leads.campaign_id = ${campaign_id}`);
  if (is_duplicate !== undefined) conditions.push(isSet(sql`leads.is_duplicate`, is_duplicate));
  if (filters.meaning) conditions.push(hasMeaning(scope, ready, 'leads'));
  if (filters.no_next_step) conditions.push(...noNextStep(scope, ready));
  conditions.push(...dayConditions(scope, { table: 'leads', column: sql`leads.created_at` }, filters));
  conditions.push(...ready.customConditions);
  if (filters.search) conditions.push(...searchConditions(scope, filters.search));
  return conditions;
}

/** Open leads for which nothing is planned. */
function noNextStep(scope: ReadScope, { statusesClosed }: ReadyFilters): Condition[] {
  const isClosed = isOneOf(scope, 'leads', statusesClosed);
  return [sql<SqlBool>`leads.next_followup_date IS NULL`, sql<SqlBool>`NOT ${isClosed}`];
}

/** The status of a lead, or of a row of its counters, has the wanted meaning. */
export function hasMeaning(
  scope: ReadScope,
  { statusesMeant }: ReadyFilters,
  table: 'leads' | 'lead_totals',
): RawBuilder<SqlBool> {
  return isOneOf(scope, table, statusesMeant);
}

function isOneOf(scope: ReadScope, table: 'leads' | 'lead_totals', wanted: readonly ClientStatus[]) {
  const statuses = wanted.map(({ status }) => status);
  const status = sql.ref(`${table}.status`);
  if (scope.client) return sql<SqlBool>`${status} = ANY(${statuses}::text[])`;
  const clients = wanted.map(({ client_id }) => client_id);
  return sql<SqlBool>`EXISTS (SELECT FROM unnest(${clients}::uuid[], ${statuses}::text[]) o (client_id, status)
    WHERE o.client_id = ${scope.clientId(table)} AND o.status = ${status})`;
}

/**
 * A flag is written into the text of the statement: as a parameter it would hide its frequency from a prepared plan.
 */
export function isSet(column: RawBuilder<unknown>, wanted: boolean): RawBuilder<SqlBool> {
  return wanted ? sql<SqlBool>`${column}` : sql<SqlBool>`NOT ${column}`;
}

/**
 * Active leads unless the caller says otherwise: `show_all` takes both kinds, `is_archived` one of them (behaviour:
 * lists).
 */
export function archivedFilter({ show_all, is_archived }: LeadFilters): boolean | undefined {
  return show_all ? undefined : (is_archived ?? false);
}

export function assigneeId(scope: ReadScope, assignee: string): string {
  return assignee === 'me' ? scope.user.id : assignee;
}

/**
 * Conditions for a search: every word must occur; a number is found however it is spaced, with or without country
 * code.
 */
function searchConditions(scope: ReadScope, search: string): Condition[] {
  const words = wordsOf(search);
  if (isPrefixSearch(search)) return [prefixCondition(scope, words.join(' '))];
  return words.map((word) => sql<SqlBool>`leads.search_text LIKE lower(${containing(word)})`);
}

function wordsOf(search: string): string[] {
  const digits = phoneDigits(search);
  return digits ? [digits] : search.split(/\s+/).filter((word) => word !== '');
}

/**
 * Whether a search is too short for the trigram index: it then looks at beginnings only, and its total is no more
 * than a hint.
 */
export function isPrefixSearch(search: string): boolean {
  return wordsOf(search).every((word) => [...word].length < SHORTEST_SUBSTRING);
}

function prefixCondition(scope: ReadScope, term: string): Condition {
  const prefix = `${literal(term)}%`;
  const digits = asciiDigits(term).replace(/^0/, '');
  const national = /^\d+$/.test(digits)
    ? sql` OR leads.phone_norm LIKE ${`+${callingCode(scope)}${digits}%`}`
    : sql``;
  return sql<SqlBool>`(lower(leads.name) LIKE lower(${prefix}) OR lower(leads.company_name) LIKE lower(${prefix})
    OR leads.email_norm LIKE lower(${prefix}) OR leads.phone_norm LIKE ${prefix}${national})`;
}

/** The digits with which stored numbers of the client's country begin, such as 91. */
const callingCode = ({ client }: ReadScope) =>
  getCountryCallingCode((client?.country ?? 'IN') as CountryCode);

/**
 * The digits of a searched number: '098765 43210' and '+91 98765-43210' both look for 9876543210 and 919876543210.
 * Undefined for any other text.
 */
function phoneDigits(search: string): string | undefined {
  if (!/^\+?[\d\s().-]+$/.test(search)) return undefined;
  const digits = search.replaceAll(/\D/g, '').replace(/^0+/, '');
  return digits.length >= 4 ? digits : undefined;
}

type SortKey = RawBuilder<unknown>;

/** The expression by which a sortable field is ordered; text without regard to case. */
function keyOf(field: LeadSort['sort_by']): SortKey {
  if (field === 'email') return sql`leads.email_norm`;
  const column = sql.ref(`leads.${field}`);
  return ['text', 'select'].includes(LEAD_FIELDS[field].type) ? sql`lower(${column})` : column;
}

function sortKey(scope: ReadScope, field: LeadSort['sort_by']): SortKey {
  if (field !== 'assigned_to') return keyOf(field);
  return sql`(SELECT lower(m.name) FROM ${scope.table('members')} m WHERE m.id = leads.assigned_to)`;
}

const NEVER_EMPTY: readonly LeadSort['sort_by'][] = [
  'name',
  'status',
  'lead_score',
  'created_at',
  'updated_at',
];

/** The expression by which the list is ordered before the id. */
export function leadSortKey(scope: ReadScope, { sort_by }: LeadSort): RawBuilder<unknown> {
  return sortKey(scope, sort_by);
}

/** ORDER BY with empty values last and the id to break ties; `reversed` reads the same order from its end. */
export function leadOrder(scope: ReadScope, sort: LeadSort, reversed = false): RawBuilder<unknown> {
  const { sort_by, sort_order } = sort;
  const key = sortKey(scope, sort_by);
  const ascending = (sort_order === 'asc') !== reversed;
  const direction = ascending ? sql`ASC` : sql`DESC`;
  if (NEVER_EMPTY.includes(sort_by)) return sql`${key} ${direction}, leads.id ${direction}`;
  return sql`${key} ${direction} ${reversed ? sql`NULLS FIRST` : sql`NULLS LAST`}, leads.id ${direction}`;
}
