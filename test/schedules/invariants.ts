import type pg from 'pg';
import { followClient } from '#server/mirror/follow-client.queries.ts';
import type { TestApp } from '#test/app.ts';
import { countingErrors } from '#test/counters.ts';
import { followUpErrors } from '#test/follow-ups.ts';
import { mirrorErrors } from '#test/mirror.ts';
import type { Stage } from '#test/schedules/acts.ts';
import type { Played } from '#test/schedules/scheduler.ts';
import type { TestClient } from '#test/world.ts';

/** The rules that one schedule has broken, in words; empty if none. */
export async function violationsOf(stage: Stage, played: Played, watcher: pg.Client): Promise<string[]> {
  return [
    ...stage.wrong,
    ...played.deadlocks.map((text) => `Deadlock of ${text}`),
    ...(await countErrors(stage, watcher)),
    ...[...stage.accepted]
      .filter(([, times]) => times > 1)
      .map(([what, times]) => `${what} was accepted ${times} times.`),
  ];
}

/** The rules that all schedules so far have broken: counters, next steps, the mirror, and follow-ups that were told twice. */
export async function violationsOfAll(app: TestApp, client: TestClient): Promise<string[]> {
  await followClient(app.database, client.id);
  const words = (what: string, rows: readonly unknown[]) =>
    rows.map((row) => `${what}: ${JSON.stringify(row)}`);
  return [
    ...words('The counters disagree with the leads', await countingErrors(app, client)),
    ...words("A lead's next step is not its earliest follow-up", await followUpErrors(app, client.schema)),
    ...words('The mirror disagrees', await mirrorErrors(app)),
    ...words('Somebody was told twice', await toldTwice(app, client)),
  ];
}

/** Rows that an acknowledged act did not make exactly once, or that a refused act made. */
async function countErrors({ client, created }: Stage, watcher: pg.Client): Promise<string[]> {
  const count = (table: string, column: string) =>
    `(SELECT count(*)::int FROM ${client.schema}.${table} WHERE ${column} = name)`;
  const { rows } = await watcher.query<{ name: string; rows: number }>(
    `SELECT name, ${count('call_logs', 'notes')} + ${count('lead_notes', 'body')} + ${count('reminders', 'title')} AS rows
     FROM unnest($1::text[]) name`,
    [[...created.keys()]],
  );
  return rows.flatMap(({ name, rows: found }) => {
    const answer = created.get(name);
    const isRight = answer === 'acknowledged' ? found === 1 : answer === 'refused' ? found === 0 : found <= 1;
    return isRight ? [] : [`${name} was ${answer} and has ${found} rows.`];
  });
}

async function toldTwice(app: TestApp, client: TestClient): Promise<object[]> {
  return await app.database.asOwner(async (owner) => {
    const { rows } = await owner.query<object>(
      `SELECT reminder_id, user_id, count(*)::int AS times FROM ${client.schema}.notifications
       WHERE kind = 'due' GROUP BY 1, 2, due_at HAVING count(*) > 1`,
    );
    return rows;
  });
}
