import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { customFilterKind, rangeEnds, readCustomFilters } from '#shared/fields/custom-filters.ts';
import { startOfDay, zoneOf } from '#shared/values/dates.ts';
import { cleanText } from '#shared/fields/fields.ts';
import { hasTyped } from '#server/db/sql/folded-text.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { InvalidInput } from '#server/errors.ts';
import { fieldOptions } from '#server/leads/settings/field-options.queries.ts';
import type { CustomField } from '#server/leads/settings/field-options.queries.ts';

type Condition = RawBuilder<SqlBool>;

/** True for leads with any custom value, written exactly as in the index on those leads. */
const HAS_ANY = sql<SqlBool>`leads.custom <> '{}'`;

/**
 * The conditions of a `custom` filter on `leads`, according to the types of the client's fields. Throws 422
 * when no client is named, for fields that the client does not have, and for values that do not fit their
 * fields.
 */
export async function customConditions(scope: ReadScope, filter: string): Promise<Condition[]> {
  if (scope.isEverything)
    throw new InvalidInput([{ field: 'client_id', message: 'Choose a client to filter by its own fields.' }]);
  const { custom } = await fieldOptions(scope);
  return Object.entries(readCustomFilters(filter) ?? {}).flatMap(([name, value]) => {
    const known = custom.get(name);
    if (!known) throw refused(name, 'There is no such field.');
    // Text that was escaped in the filter's JSON has not been cleaned yet.
    return conditionsOf(scope, known, cleanText(value));
  });
}

const refused = (name: string, message: string) => new InvalidInput([{ field: `custom.${name}`, message }]);

function conditionsOf(scope: ReadScope, { name, field }: CustomField, value: string): Condition[] {
  const { title, type } = field;
  const held = sql`leads.custom ->> ${name}::text`;
  const holds = (content: unknown) =>
    sql<SqlBool>`leads.custom @> ${JSON.stringify({ [name]: content })}::jsonb`;
  switch (customFilterKind(type)) {
    case 'exact':
      return [HAS_ANY, holds(value)];
    case 'tag':
      return [HAS_ANY, holds([value])];
    case 'flag':
      if (value === 'true') return [HAS_ANY, holds(true)];
      if (value === 'false') return [sql<SqlBool>`NOT ${holds(true)}`];
      throw refused(name, `${title} must be true or false.`);
    case 'part':
      // Parts of a masked value would reveal it letter by letter.
      if (scope.user.masksContacts && (type === 'phone' || type === 'email')) return [HAS_ANY, holds(value)];
      return [HAS_ANY, hasTyped(held, value)];
    case 'numbers':
      return within(numberRange(name, title, value));
    case 'days':
      return within(dayRange(scope, name, title, value));
  }
}

/** A range without either bound restricts nothing. */
const within = (range: Condition[]) => (range.length > 0 ? [HAS_ANY, ...range] : []);

/**
 * Numbers are compared as JSON: a non-numeric value, although no such field contains one, cannot break the
 * statement.
 */
function numberRange(name: string, title: string, value: string): Condition[] {
  const [from, to] = rangeEnds(value).map((end) => {
    const number = end === '' ? undefined : Number(end);
    if (number !== undefined && !Number.isFinite(number)) throw refused(name, `${title} must be a number.`);
    return number;
  });
  if (from !== undefined && to !== undefined && from > to)
    throw refused(name, `${title} cannot be from ${from} to ${to}.`);
  const held = sql`leads.custom -> ${name}::text`;
  return [
    ...(from === undefined ? [] : [sql<SqlBool>`${held} >= to_jsonb(${from}::numeric)`]),
    ...(to === undefined ? [] : [sql<SqlBool>`${held} <= to_jsonb(${to}::numeric)`]),
  ];
}

/** Timestamps are stored as ISO text in UTC, which sorts in order of time. */
function dayRange(scope: ReadScope, name: string, title: string, value: string): Condition[] {
  const [from, to] = rangeEnds(value);
  const zone = zoneOf(scope.client);
  const moment = (day: string, later = 0) => {
    const exists = /^\d{4}-\d{2}-\d{2}$/.test(day) && startOfDay(day, zone);
    const begins = exists && startOfDay(day, zone, later);
    if (!begins) throw refused(name, `${title} must be a date such as 2026-11-30.`);
    return begins.toISOString();
  };
  if (from !== '' && to !== '' && from > to) throw refused(name, `${title} cannot be from ${from} to ${to}.`);
  const held = sql`(leads.custom ->> ${name}::text) COLLATE "C"`;
  return [
    ...(from === '' ? [] : [sql<SqlBool>`${held} >= ${moment(from)}`]),
    ...(to === '' ? [] : [sql<SqlBool>`${held} < ${moment(to, 1)}`]),
  ];
}
