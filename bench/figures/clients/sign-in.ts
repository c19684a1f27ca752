import { openDatabase } from '#server/db/database.ts';
import { hashPassword, verifyPassword } from '#server/secrets/passwords.ts';
import { fillClients, managerOf } from '../../clients-data.ts';
import { sessionOf } from '../../bench.ts';
import pg from 'pg';
import { SECRET } from '../../dataset.ts';
import { median } from '../../load.ts';
import type { Options } from '../../options.ts';
import { withOwnDatabase } from '../../own-database.ts';
import { number } from '../../report.ts';
import type { Line } from '../../report.ts';
import { startServer } from '../../servers/child.ts';

const CALLERS = 4;
/** Seconds of a round, and how many rounds there are of each kind, in turns. */
const ROUND = 4;
const ROUNDS = 5;

/**
 * Figure 24: sign-ins a second with email and password, against the hashing of a password alone, which is slow
 * on purpose.
 */
export async function measureSignIn({ dataDir }: Options): Promise<Line[]> {
  const folder = `${dataDir}-sign-in`;
  return await withOwnDatabase(folder, async ({ owner }, atEnd) => {
    const database = await openDatabase(owner, SECRET);
    const client = new pg.Client(owner);
    await client.connect();
    await fillClients(database, client, CALLERS, 10);
    await client.end();
    await database.close();
    const lms = await startServer('lms.ts', { settings: owner, dataDir: folder });
    atEnd(async () => await lms.stop());
    const hash = await hashPassword('a-password-of-the-bench');
    const [signIns, hashes]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      hashes.push(await rateOf(async () => void (await verifyPassword('a-password-of-the-bench', hash))));
      signIns.push(await rateOf(async (caller) => void (await sessionOf(lms.url, managerOf(caller + 1)))));
    }
    return [
      {
        figure: '24',
        what: 'sign-ins with email and password',
        lms: `${number(median(signIns))}/s`,
        other: `${number(median(hashes))}/s hashes alone`,
        result: `${number(median(signIns) / median(hashes))} ×`,
        goal: '',
        passes: undefined,
      },
    ];
  });
}

/** How often several callers do something in a second. */
async function rateOf(work: (caller: number) => Promise<void>): Promise<number> {
  const end = performance.now() + ROUND * 1000;
  let count = 0;
  const caller = async (index: number) => {
    while (performance.now() < end) {
      await work(index);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, async (_, index) => await caller(index)));
  return count / ROUND;
}
