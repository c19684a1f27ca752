import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { dayOf, startOfDay, zoneOf } from '#shared/values/dates.ts';
import type { BodyOf, DataOf } from '#shared/protocol/endpoint.ts';
import { daysOfMonth, monthLater, monthOf } from '#shared/values/months.ts';
import { PERMISSIONS } from '#shared/accounts/permissions.ts';
import type {
  MonthPlace,
  OwnTarget,
  PersonTarget,
  Target,
  TargetWork,
  targets,
} from '#shared/activities/targets.ts';
import { readingOrder } from '#server/db/sql/folded-text.ts';
import { lockMember } from '#server/db/lock-member.ts';
import type { ClientScope, ReadScope } from '#server/db/scope.ts';
import { wholeCompany } from '#server/db/visibility/whole-company.ts';
import { NotFound } from '#server/errors.ts';
import { leadConditions } from '#server/leads/list/lead-filters.ts';
import { notInTrash } from '#server/leads/list/not-in-trash.ts';
import { wonLeads } from '#server/leads/list/ready-filters.queries.ts';
import { clientTime } from '#server/leads/working-time.queries.ts';

export const UNKNOWN_PERSON = 'This user does not exist.';

/** The users whose targets a caller may set and see; null stands for everybody in the client. */
type Team = readonly string[] | null;

const NONE: Target = { calls: null, converted: null, converted_value: null };
const firstDay = (month: string) => `${month}-01`;
const isIn = (team: Team, column: RawBuilder<unknown>) =>
  team ? sql`${column} = ANY(${team}::uuid[])` : sql`true`;

/**
 * The team's active users, and others with a target in the month, with their work in it; empty when all clients
 * are seen at once. The month is the current one unless another is named.
 */
export async function listTargets(
  scope: ReadScope,
  wanted: string | undefined,
  team: Team,
): Promise<DataOf<typeof targets.list>> {
  const month = wanted ?? monthOf(new Date(), zoneOf(scope.client));
  const place = await placeIn(scope, month);
  if (!scope.client) return { ...place, people: [] };
  const { rows } = await sql<Omit<PersonTarget, 'done'>>`
    SELECT m.id, m.name, m.email, m.belongs AND m.is_active AS is_active, t.calls, t.converted, t.converted_value
    FROM ${scope.table('members')} m
    LEFT JOIN ${scope.table('targets')} t ON t.user_id = m.id AND t.month = ${firstDay(month)}::date
    WHERE ((m.belongs AND m.is_active) OR t.user_id IS NOT NULL) AND ${isIn(team, sql`m.id`)}
    ORDER BY ${readingOrder(sql`m.name`)}, m.id
  `.execute(scope.db);
  const work = await workOf(
    scope,
    month,
    rows.map(({ id }) => id),
  );
  return { ...place, people: rows.map((person) => ({ ...person, done: work.get(person.id) ?? IDLE })) };
}

/**
 * Changes the sent measures of a user's target for a month; deletes a target without measures. Throws 404, also
 * for users outside the team.
 */
export async function changeTarget(
  scope: ClientScope,
  user_id: string,
  { month: of, ...sent }: BodyOf<typeof targets.change>,
  team: Team,
): Promise<void> {
  const month = firstDay(of);
  if (team && !team.includes(user_id)) throw new NotFound(PERMISSIONS['targets.manage_any'].refusal);
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

/** Sets the sent measures for all active users of the team; returns how many users that are. */
export async function changeTargets(
  scope: ClientScope,
  { month, ...sent }: BodyOf<typeof targets.changeAll>,
  team: Team,
): Promise<number> {
  const { calls, converted, converted_value } = { ...NONE, ...sent };
  const kept = (measure: string) =>
    sql`${sql.id(measure)} = coalesce(excluded.${sql.id(measure)}, t.${sql.id(measure)})`;
  const changed = await sql`
    INSERT INTO ${scope.stored('targets')} AS t (user_id, month, calls, converted, converted_value)
    SELECT m.id, ${firstDay(month)}::date, ${calls}::int, ${converted}::int, ${converted_value}::numeric
    FROM ${scope.table('members')} m WHERE m.belongs AND m.is_active AND ${isIn(team, sql`m.id`)}
    ON CONFLICT (user_id, month) DO UPDATE SET ${sql.join(Object.keys(NONE).map(kept))}
  `.execute(scope.db);
  return Number(changed.numAffectedRows ?? 0n);
}

/** Copies last month's targets to the team's active users who have none this month; returns how many users got one. */
export async function copyTargets(scope: ClientScope, month: string, team: Team): Promise<number> {
  const copied = await sql`
    INSERT INTO ${scope.stored('targets')} (user_id, month, calls, converted, converted_value)
    SELECT t.user_id, ${firstDay(month)}::date, t.calls, t.converted, t.converted_value
    FROM ${scope.table('targets')} t JOIN ${scope.table('members')} m ON m.id = t.user_id AND m.belongs AND m.is_active
    WHERE t.month = ${firstDay(monthLater(month, -1))}::date AND ${isIn(team, sql`m.id`)} ON CONFLICT DO NOTHING
  `.execute(scope.db);
  return Number(copied.numAffectedRows ?? 0n);
}

/** The caller's target for the current month in the client's calendar, and the caller's results. */
export async function getOwnTarget(reading: ReadScope): Promise<OwnTarget> {
  const month = monthOf(new Date(), zoneOf(reading.client));
  const place = await placeIn(reading, month);
  const none = { ...place, target: null, done: null };
  if (!reading.client) return none;
  const { id } = reading.user;
  const { rows } = await sql<Target>`
    SELECT calls, converted, converted_value FROM ${reading.table('targets')} t
    WHERE user_id = ${id}::uuid AND month = ${firstDay(month)}::date`.execute(reading.db);
  const [target] = rows;
  if (!target) return none;
  return { ...place, target, done: (await workOf(reading, month, [id])).get(id) ?? IDLE };
}

/** How much of a month has passed, in the client's calendar. */
async function placeIn({ db, client }: ReadScope, month: string): Promise<MonthPlace> {
  const today = dayOf(new Date(), zoneOf(client));
  const last = Number(daysOfMonth(month).to_date.slice(8));
  const all = Array.from({ length: last }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`);
  const time = client && (await clientTime({ db, client }));
  const working = time && !time.isAllHours ? all.filter(time.isWorkingDay) : [];
  const counted = working.length > 0 ? working : all;
  const day = counted.filter((date) => date <= today).length;
  const passed = counted.filter((date) => date < today).length;
  return { month, day, passed, days: counted.length, counts_working_days: working.length > 0 };
}

const IDLE: TargetWork = { calls: 0, converted: 0, converted_value: 0 };

/**
 * The calls and wins of users in a month: counted as in the report on people, over the whole company, because
 * work on a lead that was reassigned since still counts.
 */
async function workOf(
  reading: ReadScope,
  month: string,
  people: readonly string[],
): Promise<Map<string, TargetWork>> {
  const company = wholeCompany(reading);
  const zone = zoneOf(reading.client);
  const [from, until] = [month, monthLater(month, 1)].map((of) => startOfDay(firstDay(of), zone));
  const won = await wonLeads(company);
  const { rows } = await sql<TargetWork & { id: string }>`
    SELECT p.id, calls, converted, converted_value FROM unnest(${people}::uuid[]) p (id),
      LATERAL (SELECT count(*) AS calls FROM ${company.table('call_logs')} call_logs WHERE call_logs.user_id = p.id
        AND call_logs.call_date >= ${from} AND call_logs.call_date < ${until} AND ${notInTrash(company, 'call_logs', 0)}) made,
      LATERAL (SELECT count(*) AS converted, coalesce(sum(leads.value), 0) AS converted_value
        FROM ${company.table('leads')} leads WHERE leads.assigned_to = p.id AND ${sql.join(leadConditions(company, won), sql` AND `)}
        AND leads.converted_at >= ${from} AND leads.converted_at < ${until}) won
  `.execute(company.db);
  return new Map(rows.map(({ id, ...work }) => [id, work]));
}
