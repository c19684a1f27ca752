import { sql } from 'kysely';
import pg from 'pg';
import { findClient } from '#server/db/find-client.ts';
import { seeded } from '#server/sample/random.ts';
import type { Random } from '#server/sample/random.ts';
import type { TestApp } from '#test/app.ts';
import { ACTS, drawActs, isAboutLeads } from '#test/schedules/acts.ts';
import { Clock } from '#test/schedules/clock.ts';
import { layGround, tidyGround } from '#test/schedules/ground.ts';
import { violationsOf, violationsOfAll } from '#test/schedules/invariants.ts';
import { BACKGROUND, catchUp } from '#test/schedules/other-acts.ts';
import { Scheduler, holdStatements } from '#test/schedules/scheduler.ts';
import type { Fault } from '#test/schedules/scheduler.ts';
import { Server } from '#test/schedules/server.ts';
import { setStage, signInAgain } from '#test/schedules/stage.ts';
import type { Stage } from '#test/schedules/stage.ts';
import type { TestClient, World } from '#test/world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Faults by their weight, the last statement that one may hit, and the share of schedules with one. */
const FAULTS = { killed: 3, 'lost answer': 3, 'dead before': 2, 'dead after': 2 };
const FAULTY = 0.4;
const LAST_FAULT = 30;
/** The share of schedules in which the clock leaps, at most twice. */
const LEAPING = 0.4;
/** A client's share of the pool. */
const ROLES_SHARE = 15;
/** Seeds between two looks at everything that all schedules have left behind. */
const TOGETHER = 10;
/** After this, everything that a schedule has planned was due, and no answer is asked for again. */
const AFTERWARDS = 49 * HOUR;

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
  /** Plays these seeds; ends with the first that breaks something, and names it. */
  playAll: (seeds: readonly number[]) => Promise<Verdict | undefined>;
  close: () => Promise<void>;
};

/** Takes over the clock and the driver, and starts a server on the ground of all schedules. */
async function prepare(test: TestApp, world: World) {
  const watcher = new pg.Client({ ...test.owner });
  await watcher.connect();
  // Two acts that wait for each other are broken off at once, not after a second.
  const name = pg.escapeIdentifier(String(test.owner.database));
  await watcher.query(`ALTER DATABASE ${name} SET deadlock_timeout = '20ms'`);
  const ground = await layGround(test, world, watcher);
  const clock = await Clock.open(watcher);
  const letGo = holdStatements();
  const server = new Server(test);
  await server.start();
  await warmUp(server, world.alpha);
  return { watcher, ground, clock, letGo, server };
}

/** Opens a database on which schedules are played, one seed after the other. */
export async function openPlay(test: TestApp, world: World): Promise<Play> {
  const { alpha: client, superadmin } = world;
  const { watcher, ground, clock, letGo, server } = await prepare(test, world);
  let number = 0;

  const play = async (seed: number): Promise<Verdict> => {
    const random = seeded(seed);
    const drawn = drawActs(random);
    const fault = drawFault(random);
    await clock.leapToTimeOfDay(random.whole(0, 24 * HOUR - 1));
    await tidyGround(watcher, ground, client.schema);
    number += 1;
    const of = { server, clock, client, superadmin, ground, number };
    const stage = await setStage(of, drawn, drawn.some(isAboutLeads));
    const leaps = drawLeaps(random, clock);
    const works = drawn.map((act, index): [string, () => Promise<void>] => [
      `${index} ${act}`,
      async () => void (await ACTS[act]?.(stage, `${act} ${number}.${index}`)),
    ]);
    const around = {
      watcher,
      clock,
      fault,
      leaps,
      kill: async () => await server.kill(watcher),
      revive: async () => {
        await server.start();
        return async () => await catchUp(stage);
      },
    };
    const played = await withChance(seeded(seed), async () => {
      return await new Scheduler(random, around).run(new Map(works));
    });
    const isCalm = fault === undefined && leaps.size === 0;
    const violations = await violationsOf(stage, { ...played, isCalm }, watcher);
    await endStage(stage, watcher, drawn);
    return { seed, acts: drawn, steps: played.steps, violations };
  };

  const playAll: Play['playAll'] = async (seeds) => {
    for (let from = 0; from < seeds.length; from += TOGETHER) {
      const some = seeds.slice(from, from + TOGETHER);
      for (const seed of some) {
        const verdict = await play(seed);
        if (verdict.violations.length > 0) return verdict;
      }
      await server.follow(world.beta.id);
      const violations = await violationsOfAll(test, client, watcher);
      if (violations.length > 0)
        return {
          seed: some[0] ?? 0,
          acts: [`the seeds ${some.join(', ')}`],
          steps: [],
          violations,
        };
    }
    return undefined;
  };

  const close = async () => {
    await server.close();
    await ground.receiver.close();
    letGo();
    clock.close();
    await watcher.end();
  };
  return { play, playAll, close };
}

function drawFault(random: Random): Fault | undefined {
  const kind = random.weighted(FAULTS);
  const at = random.whole(0, LAST_FAULT);
  return random.chance(FAULTY) ? { kind, at } : undefined;
}

/** Leaps by minutes, by hours or over midnight; together less than a day, for which a key of a call is kept. */
function drawLeaps(random: Random, { untilMidnight }: Clock): Map<number, number> {
  const leaps = new Map<number, number>();
  if (!random.chance(LEAPING)) return leaps;
  for (let left = random.whole(1, 2); left > 0; left -= 1) {
    const lengths = [random.whole(1, 20) * MINUTE, random.whole(1, 9) * HOUR];
    const overMidnight = untilMidnight + 5 * MINUTE;
    if (overMidnight < 10 * HOUR) lengths.push(overMidnight);
    leaps.set(random.whole(0, LAST_FAULT), random.pick(lengths));
  }
  return leaps;
}

/** Opens the pool's connections, so that no act waits for one. */
async function warmUp(server: Server, { id }: TestClient): Promise<void> {
  await server.run(async (database) => {
    const client = await findClient(database, id);
    if (!client) throw new Error('The client is gone.');
    const all = Array.from(
      { length: ROLES_SHARE },
      async () => await sql`SELECT pg_sleep(0.2)`.execute(database.client(client)),
    );
    await Promise.all(all);
  });
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
async function endStage(stage: Stage, watcher: pg.Client, drawn: readonly string[]): Promise<void> {
  const { client, clock, ground, superadmin } = stage;
  await clock.leap(AFTERWARDS);
  await tidyGround(watcher, ground, client.schema);
  const signedOut = [
    ...(drawn.includes('leave') ? [client.otherRep] : []),
    ...(drawn.some((act) => act.startsWith('dismiss')) ? [superadmin, ground.second] : []),
  ];
  for (const person of signedOut)
    if (!(await signInAgain(stage, person))) throw new Error(`${person.email} cannot sign in.`);
  ground.receiver.received.length = 0;
  await BACKGROUND['tell what is due'](stage, 'end');
  await BACKGROUND.mirror(stage, 'end');
}
