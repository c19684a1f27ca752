import { sql } from 'kysely';
import pg from 'pg';
import { users } from '#shared/users.ts';
import { findClient } from '#server/db/find-client.ts';
import { fireDue } from '#server/features/notifications/due-reminders.queries.ts';
import { followClient } from '#server/mirror/follow-client.queries.ts';
import { seeded } from '#server/sample/random.ts';
import type { Random } from '#server/sample/random.ts';
import type { TestApp } from '#test/app.ts';
import { ACTS, setStage } from '#test/schedules/acts.ts';
import type { Stage } from '#test/schedules/acts.ts';
import { violationsOf, violationsOfAll } from '#test/schedules/invariants.ts';
import { Scheduler, holdStatements } from '#test/schedules/scheduler.ts';
import type { Fault } from '#test/schedules/scheduler.ts';
import { signIn } from '#test/world.ts';
import type { TestClient, World } from '#test/world.ts';

/** How many acts run beside each other, and before which statement a connection breaks, in this share of the schedules. */
const FEWEST = 2;
const MOST = 5;
const KINDS = 3;
const FAULTY = 0.3;
const LAST_FAULT = 30;

/** The connections of a test's pool, and how many of them a client may use. */
export const CONNECTIONS = 24;
const ROLES_SHARE = 15;

/** Seeds between two looks at everything that all schedules have left behind. */
const TOGETHER = 10;

/** The course of a seed: the acts that it drew, their statements in the order in which they ran, and what broke. */
type Verdict = {
  seed: number;
  acts: string[];
  steps: string[];
  violations: string[];
};

export type Play = {
  /** Plays one seed, without looking at everything. */
  play: (seed: number) => Promise<Verdict>;
  /** Plays `count` seeds; ends with the first that breaks something, and names it. */
  playAll: (from: number, count: number) => Promise<Verdict | undefined>;
  close: () => Promise<void>;
};

/** Opens a database on which schedules are played, one seed after the other. */
export async function openPlay(app: TestApp, world: World): Promise<Play> {
  const watcher = new pg.Client({ ...app.owner });
  await watcher.connect();
  // Two acts that wait for each other are broken off at once, not after a second.
  const name = pg.escapeIdentifier(String(app.owner.database));
  await watcher.query(`ALTER DATABASE ${name} SET deadlock_timeout = '20ms'`);
  await warmUp(app, world.alpha);
  const letGo = holdStatements();
  let number = 0;

  const play = async (seed: number): Promise<Verdict> => {
    const random = seeded(seed);
    const fault = drawFault(random);
    const drawn = drawActs(random);
    const stage = await setStage(app, world, (number += 1), drawn);
    const works = drawn.map((act, index): [string, () => Promise<void>] => [
      `${index} ${act}`,
      async () => void (await ACTS[act]?.(stage, `${act} ${number}.${index}`)),
    ]);
    const played = await withChance(seeded(seed), async () => {
      return await new Scheduler(random, watcher, fault).run(new Map(works));
    });
    await endStage(stage, drawn);
    const violations = await violationsOf(stage, played, watcher);
    return { seed, acts: drawn, steps: played.steps, violations };
  };

  const playAll: Play['playAll'] = async (from, count) => {
    for (let first = from; first < from + count; first += TOGETHER) {
      const seeds = Array.from(
        { length: Math.min(TOGETHER, from + count - first) },
        (_, index) => first + index,
      );
      for (const seed of seeds) {
        const verdict = await play(seed);
        if (verdict.violations.length > 0) return verdict;
      }
      const violations = await violationsOfAll(app, world.alpha);
      if (violations.length > 0)
        return {
          seed: first,
          acts: [`the seeds from ${first} to ${seeds.at(-1)}`],
          steps: [],
          violations,
        };
    }
    return undefined;
  };

  const close = async () => {
    letGo();
    await watcher.end();
  };
  return { play, playAll, close };
}

/** Several of a few kinds: most races are between an act and the same act, or between two. */
function drawActs(random: Random): string[] {
  const names = Object.keys(ACTS);
  const kinds = Array.from({ length: KINDS }, () => random.pick(names));
  return Array.from({ length: random.whole(FEWEST, MOST) }, () => random.pick(kinds));
}

function drawFault(random: Random): Fault | undefined {
  const kind = random.pick(['killed', 'lost answer'] as const);
  const at = random.whole(0, LAST_FAULT);
  return random.chance(FAULTY) ? { kind, at } : undefined;
}

/** Opens the pool's connections, so that no act waits for one. */
async function warmUp({ database }: TestApp, { id }: TestClient): Promise<void> {
  const client = await findClient(database, id);
  if (!client) throw new Error('The client is gone.');
  const all = Array.from(
    { length: ROLES_SHARE },
    async () => await sql`SELECT pg_sleep(0.2)`.execute(database.client(client)),
  );
  await Promise.all(all);
}

/** Runs work whose own choices, such as when counters are folded, follow a seed as well. */
async function withChance<T>({ next }: Random, work: () => Promise<T>): Promise<T> {
  const { random } = Math;
  Math.random = next;
  return await work().finally(() => {
    Math.random = random;
  });
}

/** Does what the server does next, so that a schedule finds nothing that others have left. */
async function endStage({ app, client }: Stage, drawn: readonly string[]): Promise<void> {
  const { otherRep, admin, id } = client;
  if (drawn.includes('leave')) {
    const input = { params: { id: otherRep.id }, body: { isActive: true } };
    await app.call(users.setActive, input, admin.token);
    otherRep.token = await signIn(app, otherRep.email);
  }
  const found = await findClient(app.database, id);
  if (found) await fireDue(app.database, found, true);
  await followClient(app.database, id);
}
