import { sql } from 'kysely';
import { startOfDay, zoneOf, dayOf } from '#shared/dates.ts';
import type { BodyOf } from '#shared/endpoint.ts';
import { monthLater } from '#shared/months.ts';
import type { OwnTarget, PersonTarget, Target, targets } from '#shared/targets.ts';
import { readingOrder } from '#server/db/sql/folded-text.ts';
import { lockMember } from '#server/db/lock-member.ts';
import type { ClientScope, ReadScope } from '#server/db/scope.ts';
import { wholeCompany } from '#server/db/visibility/whole-company.ts';
import { NotFound } from '#server/errors.ts';
import { leadConditions } from '#server/leads/list/lead-filters.ts';
import { notInTrash } from '#server/leads/list/not-in-trash.ts';
import { wonLeads } from '#server/leads/list/ready-filters.queries.ts';

export const UNKNOWN_PERSON = 'This user does not exist.';

const NONE: Target = { calls: null, converted: null, converted_value: null };
const firstDay = (month: string) => `${month}-01`;

/**
 * The client's active users, and others with a target in the month; empty when all clients are seen at once.
 */
export async function listTargets(scope: ReadScope, month: string): Promise<PersonTarget[]> {
  if (!scope.client) return [];
  const { rows } = await sql<PersonTarget>`
    SELECT m.id, m.name, m.email, m.belongs AND m.is_active AS is_active, t.calls, t.converted, t.converted_value
    FROM ${scope.table('members')} m
    LEFT JOIN ${scope.table('targets')} t ON t.user_id = m.id AND t.month = ${firstDay(month)}::date
    WHERE (m.belongs AND m.is_active) OR t.user_id IS NOT NULL ORDER BY ${readingOrder(sql`m.name`)}, m.id
  `.execute(scope.db);
  return rows;
}

/**
 * Changes the sent measures of a user's target for a month; deletes a target without measures. Throws 404.
 */
export async function changeTarget(
  scope: ClientScope,
  user_id: string,
  { month: of, ...sent }: BodyOf<typeof targets.change>,
): Promise<void> {
  const month = firstDay(of);
  await scope.transaction(async ({ db }) => {
    if (!(await lockMember(db, user_id))) throw new NotFound(UNKNOWN_PERSON);
    const before = await db
      .selectFrom('targets')
      .select(['calls', 'converted', 'converted_value'])
      .where('user_id', '=', user_id)
      .where('month', '=', month)
      .executeTakeFirst();
    const given = Object.fromEntries(Object.entries(sent).filter(([, measure]) => measure !== undefined));
    const target: Target = { ...NONE, ...before, ...given };
    if (Object.values(target).every((measure) => measure === null))
      await db.deleteFrom('targets').where('user_id', '=', user_id).where('month', '=', month).execute();
    else
      await db
        .insertInto('targets')
        .values({ user_id, month, ...target })
        .onConflict((conflict) => conflict.columns(['user_id', 'month']).doUpdateSet(target))
        .execute();
  });
}

/** Copies last month's targets to active users who have none this month; returns how many users got one. */
export async function copyTargets(scope: ClientScope, month: string): Promise<number> {
  const copied = await sql`
    INSERT INTO ${scope.stored('targets')} (user_id, month, calls, converted, converted_value)
    SELECT t.user_id, ${firstDay(month)}::date, t.calls, t.converted, t.converted_value
    FROM ${scope.table('targets')} t JOIN ${scope.table('members')} m ON m.id = t.user_id AND m.belongs AND m.is_active
    WHERE t.month = ${firstDay(monthLater(month, -1))}::date ON CONFLICT DO NOTHING
  `.execute(scope.db);
  return Number(copied.numAffectedRows ?? 0n);
}

/**
 * The caller's target for the current month in the client's calendar, and the caller's results: counted as in
 * the report on people, over the whole company, because work on a lead that was reassigned since still
 * counts.
 */
export async function getOwnTarget(reading: ReadScope): Promise<OwnTarget> {
  const timeZone = zoneOf(reading.client);
  const today = dayOf(new Date(), timeZone);
  const month = today.slice(0, 7);
  const [year, of, day] = today.split('-').map(Number) as [number, number, number];
  const place = { month, day, days: new Date(Date.UTC(year, of, 0)).getUTCDate() };
  if (!reading.client) return { ...place, target: null, done: null };
  const { rows } = await sql<Target>`
    SELECT calls, converted, converted_value FROM ${reading.table('targets')} t
    WHERE user_id = ${reading.user.id}::uuid AND month = ${firstDay(month)}::date`.execute(reading.db);
  const [target] = rows;
  if (!target) return { ...place, target: null, done: null };
  return { ...place, target, done: await workOf(wholeCompany(reading), month, timeZone) };
}

/** The caller's calls and conversions in a month. */
async function workOf(
  company: ReadScope,
  month: string,
  timeZone: string,
): Promise<NonNullable<OwnTarget['done']>> {
  const [from, until] = [
    startOfDay(firstDay(month), timeZone),
    startOfDay(firstDay(monthLater(month, 1)), timeZone),
  ];
  const me = sql`${company.user.id}::uuid`;
  const won = await wonLeads(company);
  const { rows } = await sql<NonNullable<OwnTarget['done']>>`
    SELECT (SELECT count(*) FROM ${company.table('call_logs')} call_logs WHERE call_logs.user_id = ${me}
        AND call_logs.call_date >= ${from} AND call_logs.call_date < ${until} AND ${notInTrash(company, 'call_logs', 0)}) AS calls,
      count(*) AS converted, coalesce(sum(leads.value), 0) AS converted_value
    FROM ${company.table('leads')} leads WHERE leads.assigned_to = ${me} AND ${sql.join(leadConditions(company, won), sql` AND `)}
      AND leads.converted_at >= ${from} AND leads.converted_at < ${until}
  `.execute(company.db);
  return rows[0] ?? { calls: 0, converted: 0, converted_value: 0 };
}
