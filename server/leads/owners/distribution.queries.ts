import { sql } from 'kysely';
import { dayOf } from '#shared/values/dates.ts';
import { PROMISE_KEY } from '#shared/company/distribution.ts';
import type { ClientScope, ReadScope } from '#server/db/scope.ts';
import { wholeCompany } from '#server/db/visibility/whole-company.ts';
import { takeTurn } from '#server/db/sql/take-turn.ts';
import { Distributor } from './decide-owner.ts';
import type { Given, Person, Rule } from './decide-owner.ts';
import { fieldOptions } from '#server/leads/settings/field-options.queries.ts';
import type { FieldOptions } from '#server/leads/settings/field-options.queries.ts';
import { clientTime } from '#server/leads/working-time.queries.ts';

/** Whether a client distributes leads by rules: one query of a small table. */
export async function hasRules({ db }: ClientScope): Promise<boolean> {
  const found = await db
    .selectFrom('distribution_rules')
    .select('id')
    .where('is_active', '=', true)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * The minutes within which a client promises first contact to leads that arrive by themselves; null without a
 * promise.
 */
export async function promiseMinutes({ db }: Pick<ReadScope, 'db'>): Promise<number | null> {
  const found = await db
    .selectFrom('configurations')
    .select('value')
    .where('config_key', '=', PROMISE_KEY)
    .executeTakeFirst();
  return (found?.value['minutes'] as number | null | undefined) ?? null;
}

/**
 * The client's current rules and turns, locked until the end of the caller's transaction: leads of one client
 * that arrive simultaneously are decided one at a time. The caller stores the turns.
 */
export async function openDistribution(inside: ClientScope): Promise<Distributor> {
  await takeTurn(inside.db, `distribution ${inside.client.id}`);
  const { rows } = await sql<Rule>`
    SELECT r.id, r.name, r.conditions, r.times, r.way, r.people, coalesce(
      (SELECT jsonb_object_agg(t.user_id, t.turn) FROM ${inside.table('distribution_turns')} t WHERE t.rule_id = r.id), '{}'
    ) AS turns
    FROM ${inside.table('distribution_rules')} r WHERE r.is_active ORDER BY r.place
  `.execute(inside.db);
  return await distributorOf(inside, rows);
}

/** Rules with the current data of the users they name. */
export async function distributorOf(scope: ClientScope, rules: readonly Rule[]): Promise<Distributor> {
  const options = await fieldOptions(scope);
  const people = await peopleOf(scope, options, rules);
  return new Distributor(rules, people, {
    timeZone: scope.client.timeZone,
    isChoice: (field) => field === 'product_id' || options.options[field] !== undefined,
  });
}

type Row = Omit<Person, 'away' | 'open'> & { is_away: boolean; until: string | null };

async function peopleOf(
  scope: ClientScope,
  options: FieldOptions,
  rules: readonly Rule[],
): Promise<Person[]> {
  const ids = [...new Set(rules.flatMap((rule) => rule.people))];
  if (ids.length === 0) return [];
  // A lead that arrives outside working hours waits until the company opens: it may go to anybody who is
  // there then.
  const opens = (await clientTime(scope)).nextMoment(new Date());
  const day = dayOf(opens, scope.client.timeZone);
  const { rows } = await sql<Row>`
    SELECT m.id, m.name, m.is_active AND m.belongs AS "isActive", m.max_open_leads AS most, a.id IS NOT NULL AS is_away,
      a.last_day AS until
    FROM ${scope.table('members')} m LEFT JOIN LATERAL (
      SELECT id, last_day FROM ${scope.table('absences')}
      WHERE user_id = m.id AND first_day <= ${day}::date AND (last_day IS NULL OR last_day >= ${day}::date)
      ORDER BY last_day DESC NULLS FIRST LIMIT 1
    ) a ON true WHERE m.id = ANY(${ids}::uuid[])
  `.execute(scope.db);
  const isCounted = rules.some(({ way }) => way === 'fewest') || rows.some(({ most }) => most !== null);
  const open = isCounted ? await openLeadsOf(wholeCompany(scope), options, ids) : new Map<string, number>();
  return rows.map(({ is_away, until, ...row }) => ({
    ...row,
    away: is_away ? { until } : undefined,
    open: open.get(row.id) ?? 0,
  }));
}

/**
 * Each user's number of open leads within the scope, from the counters, plus those that a running import will
 * assign.
 */
export async function openLeadsOf(
  scope: ReadScope,
  { meaningOf }: FieldOptions,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ user_id: string; status: string | null; leads: number }>`
    SELECT assigned_to AS user_id, status, sum(leads) AS leads FROM ${scope.table('lead_totals')} totals
    WHERE NOT is_archived AND assigned_to = ANY(${ids}::uuid[]) GROUP BY 1, 2
    UNION ALL SELECT user_id, NULL, sum(leads) FROM ${scope.table('distribution_holds')}
    WHERE ends_at > now() AND user_id = ANY(${ids}::uuid[]) GROUP BY 1
  `.execute(scope.db);
  const open = new Map<string, number>();
  for (const { user_id, status, leads } of rows)
    if (status === null || meaningOf(status) === 'open') open.set(user_id, (open.get(user_id) ?? 0) + leads);
  return open;
}

/** Stores whose turn it was, in the transaction that opened the distribution. */
export async function storeTurns(inside: ClientScope, { turns }: Distributor): Promise<void> {
  if (turns.length === 0) return;
  await inside.db
    .insertInto('distribution_turns')
    .values(turns)
    .onConflict((conflict) =>
      conflict.columns(['rule_id', 'user_id']).doUpdateSet({ turn: sql<number>`excluded.turn` }),
    )
    .execute();
}

/**
 * The owner that the client's rules choose for a lead that arrives without one; undefined for a client
 * without rules. Runs in the transaction that writes the lead.
 */
export async function giveOwner(
  inside: ClientScope,
  lead: Readonly<Record<string, unknown>>,
  custom: Readonly<Record<string, unknown>>,
): Promise<Given | undefined> {
  if (!(await hasRules(inside))) return undefined;
  const distributor = await openDistribution(inside);
  const given = distributor.give({ lead, custom, at: new Date() });
  await storeTurns(inside, distributor);
  return given;
}
