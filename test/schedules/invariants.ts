import type pg from 'pg';
import type { TestApp } from '#test/app.ts';
import { countingErrors } from '#test/rows/counters.ts';
import { followUpErrors } from '#test/rows/follow-ups.ts';
import { mirrorErrors } from '#test/rows/mirror.ts';
import { sameEnquirer, sameRow } from '#test/schedules/other-acts.ts';
import type { Played } from '#test/schedules/scheduler.ts';
import type { Stage } from '#test/schedules/stage.ts';
import type { TestClient } from '#test/world.ts';

/** A played schedule; `isCalm`: without a fault and without a leap of the clock. */
type Course = Played & { isCalm: boolean };

/** The rules that one schedule has broken, in words; empty if none. */
export async function violationsOf(stage: Stage, played: Course, watcher: pg.Client): Promise<string[]> {
  return [
    ...stage.wrong,
    ...played.deadlocks.map((text) => `Deadlock of ${text}`),
    ...(await countErrors(stage, watcher)),
    ...(await arrivalErrors(stage, watcher)),
    ...(await peopleErrors(stage, watcher)),
    ...[...stage.accepted]
      // A wrong password is forgiven with time, and an answer that was lost is asked for again.
      .filter(([what, times]) => times > 1 && (played.isCalm || !what.startsWith('a wrong password')))
      .map(([what, times]) => `${what} was accepted ${times} times.`),
    ...(played.isCalm ? deliveredTwice(stage) : []),
  ];
}

/**
 * The rules that all schedules so far have broken: counters, next steps, the mirror, follow-ups and late leads that
 * were told twice.
 */
export async function violationsOfAll(
  test: Pick<TestApp, 'database' | 'owner'>,
  client: TestClient,
  watcher: pg.Client,
): Promise<string[]> {
  const words = (what: string, rows: readonly unknown[]) =>
    rows.map((row) => `${what}: ${JSON.stringify(row)}`);
  const { rows: twice } = await watcher.query<object>(
    `SELECT kind, lead_id, reminder_id, user_id, count(*)::int AS times FROM ${client.schema}.notifications
     WHERE kind IN ('due', 'late') GROUP BY 1, 2, 3, 4, due_at HAVING count(*) > 1`,
  );
  const { rows: untold } = await watcher.query<object>(
    `SELECT id, reminder_date FROM ${client.schema}.reminders
     WHERE NOT is_completed AND reminder_date <= now() AND fired_for IS DISTINCT FROM reminder_date`,
  );
  return [
    ...words('The counters disagree with the leads', await countingErrors(test, client)),
    ...words("A lead's next step is not its earliest follow-up", await followUpErrors(test, client.schema)),
    ...words('The mirror disagrees', await mirrorErrors(test)),
    ...words('Somebody was told twice', twice),
    ...words('Nobody was told', untold),
  ];
}

type Counted = { name: string; rows: number; next: number; told: number; leads: number };

/** Rows that an acknowledged act did not make exactly once, that a refused act made, or that are there by half. */
async function countErrors({ client, created }: Stage, watcher: pg.Client): Promise<string[]> {
  const count = (table: string, column: string, value = 'named.name') =>
    `(SELECT count(*)::int FROM ${client.schema}.${table} WHERE ${column} = ${value})`;
  const { rows } = await watcher.query<Counted>(
    `SELECT named.name, ${count('call_logs', 'notes')} + ${count('lead_notes', 'body')} + ${count('reminders', 'title')} + ${count('leads', 'name')} AS rows,
       ${count('reminders', 'title', "'next of ' || named.name")} AS next, ${count('leads', 'name')} AS leads,
       (SELECT count(*)::int FROM ${client.schema}.webhook_deliveries d JOIN ${client.schema}.leads l
         ON d.objects @> jsonb_build_array(jsonb_build_object('id', l.id)) WHERE l.name = named.name) AS told
     FROM unnest($1::text[]) named (name)`,
    [[...created.keys()]],
  );
  return rows.flatMap(({ name, rows: found, next, told, leads }) => {
    const answer = created.get(name);
    const isRight = answer === 'acknowledged' ? found === 1 : answer === 'refused' ? found === 0 : found <= 1;
    return [
      ...(isRight ? [] : [`${name} was ${answer} and has ${found} rows.`]),
      ...(name.startsWith('log a call') && next !== found
        ? [`${name} has ${found} calls and plans ${next} next steps.`]
        : []),
      ...(leads === told ? [] : [`${name} is ${leads} leads, of which ${told} messages tell.`]),
    ];
  });
}

/** People who arrived twice at once and are two leads, and turns that were given twice. */
async function arrivalErrors(stage: Stage, watcher: pg.Client): Promise<string[]> {
  const { schema, rep, otherRep } = stage.client;
  const { rows } = await watcher.query<{ email: string; leads: number }>(
    `SELECT email, count(*)::int AS leads FROM ${schema}.leads WHERE email = ANY($1) GROUP BY 1`,
    [[sameEnquirer(stage.number), sameRow(stage.number)]],
  );
  const found = new Map(rows.map(({ email, leads }) => [email, leads]));
  const names = [...stage.created.keys()].filter((name) => name.startsWith('enquire'));
  const { rows: turns } = await watcher.query<{ apart: number }>(
    `SELECT abs(count(*) FILTER (WHERE assigned_to = $2) - count(*) FILTER (WHERE assigned_to = $3))::int AS apart
     FROM ${schema}.leads WHERE name = ANY($1) OR email = $4`,
    [names, rep.id, otherRep.id, sameEnquirer(stage.number)],
  );
  return [
    ...[...found].filter(([, leads]) => leads > 1).map(([email, leads]) => `${email} is ${leads} leads.`),
    ...(stage.done.has('enquire again') && !found.has(sameEnquirer(stage.number))
      ? ['An enquiry was received, and is no lead.']
      : []),
    ...(turns[0] && turns[0].apart > 1 ? ['A turn was given twice.'] : []),
  ];
}

/** Accounts that nobody can manage any more, teams in a circle, and limits that were passed. */
async function peopleErrors({ ground, done }: Stage, watcher: pg.Client): Promise<string[]> {
  const { rows } = await watcher.query<{ superadmins: number; circles: number; webhooks: number }>(
    `SELECT (SELECT count(*)::int FROM core.users u JOIN core.roles r ON r.id = u.role_id WHERE r.name ILIKE 'super%admin' AND u.is_active) AS superadmins,
       (SELECT count(*)::int FROM core.users one JOIN core.users other ON other.id = one.manager_id AND one.id = other.manager_id) AS circles,
       (SELECT count(*)::int FROM ${ground.beta.schema}.webhooks) AS webhooks`,
  );
  const { superadmins = 0, circles = 0, webhooks = 0 } = rows[0] ?? {};
  return [
    ...(superadmins > 0 ? [] : ['No active Super Admin is left.']),
    ...(circles === 0 ? [] : ['Two people are each other’s managers.']),
    ...(ground.pair.every(({ email }) => done.has(`${email} hands over`))
      ? ['Each of two has left the work to the other.']
      : []),
    ...(webhooks <= 20 ? [] : [`A client has ${webhooks} webhooks.`]),
  ];
}

/** Deliveries that the receiver got more than once. */
function deliveredTwice({ ground }: Stage): string[] {
  const ids = ground.receiver.received.map(({ told }) => told.id);
  return ids.length === new Set(ids).size ? [] : ['A webhook was delivered twice.'];
}
