import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { ArchiveFolder } from '#server/backup/continuous/archive-folder.ts';
import { backupKey } from '#server/backup/continuous/backup-key.ts';
import { copyBase } from '#server/backup/continuous/base-copy.ts';
import { LogArchiver } from '#server/backup/continuous/log-archiver.ts';
import { restoreMoment } from '#server/backup/continuous/restore-moment.ts';
import { openDatabase } from '#server/db/database.ts';
import { fillClients, managerOf } from '../../clients-data.ts';
import { SECRET } from '../../dataset.ts';
import { median } from '../../load.ts';
import { timed } from '../../measure.ts';
import type { Options } from '../../options.ts';
import { withOwnDatabase } from '../../own-database.ts';
import { number } from '../../report.ts';
import type { Line } from '../../report.ts';
import { startServer } from '../../servers/child.ts';

const CLIENTS = 10;
const LEADS_EACH = 20_000;
const CALLERS = 8;
/** Seconds of a round, and how many rounds there are with and without the backup. */
const ROUND = 21;
const ROUNDS = 6;
/** Milliseconds between two looks at the log, as in the product. */
const PAUSE = 10_000;
const GOAL = 0.97;

/**
 * Figure 23: writes a second with the continuous backup against without it, in turns; what it writes for each
 * lead, and how long a restore takes.
 */
export async function measureContinuous({ dataDir }: Options): Promise<Line[]> {
  const folder = `${dataDir}-continuous`;
  const backups = `${dataDir}-continuous-to`;
  rmSync(backups, { recursive: true, force: true });
  mkdirSync(backups, { recursive: true });
  try {
    return await withOwnDatabase(folder, async ({ owner }, atEnd) => {
      const client = new pg.Client(owner);
      await client.connect();
      atEnd(async () => await client.end());
      const database = await openDatabase(owner, SECRET);
      await fillClients(database, client, CLIENTS, LEADS_EACH);
      await database.close();
      const to = new ArchiveFolder(backups);
      const key = backupKey(folder);
      const archiver = new LogArchiver(to, folder, key);
      await archiver.bring(client);
      const [copied, { bytes }] = await timed(
        async () =>
          await copyBase({ owner, dataDir: folder }, to, key, {
            brought: async () => await archiver.bring(client),
          }),
      );
      await archiver.bring(client);
      const lms = await startServer('lms.ts', { settings: owner, dataDir: folder });
      atEnd(async () => await lms.stop());
      const tokens = await Promise.all(
        Array.from({ length: CLIENTS }, async (_, at) => await tokenOf(lms.url, at + 1)),
      );
      const [off, on]: [number[], number[]] = [[], []];
      const before = await to.size();
      const withBackup = async () => {
        // Each round brings only its own log.
        await archiver.bring(client);
        let bringing = Promise.resolve<unknown>(undefined);
        const timer = setInterval(() => {
          bringing = bringing.then(async () => await archiver.bring(client));
        }, PAUSE);
        on.push(await writes(lms.url, tokens).finally(() => clearInterval(timer)));
        await bringing;
        await archiver.bring(client);
      };
      const without = async () => void off.push(await writes(lms.url, tokens));
      // The first writes warm the server up. The order alternates, since the database only grows.
      const warm = await writes(lms.url, tokens);
      for (let round = 0; round < ROUNDS; round += 1)
        for (const part of round % 2 === 0 ? [without, withBackup] : [withBackup, without]) await part();
      const written = [warm, ...off, ...on].reduce((sum, rate) => sum + rate * ROUND, 0);
      const share = median(on) / median(off);
      const place = mkdtempSync(join(backups, 'restored-'));
      const [restored] = await timed(
        async () => await restoreMoment({ folder: to, key, to: undefined, say: () => {} }, place),
      );
      const rows = number(CLIENTS * LEADS_EACH + written);
      return [
        {
          ...plain('writes with continuous backup', `${number(median(on))}/s`),
          other: `${number(median(off))}/s without`,
          result: `${number(share)} ×`,
          goal: `≥ ${GOAL} ×`,
          passes: share >= GOAL,
        },
        plain(
          'bytes of the log in the folder for each lead written',
          number(((await to.size()) - before) / written),
        ),
        {
          ...plain(`base copy of ${CLIENTS * LEADS_EACH} leads`, `${number(copied)} s`),
          result: `${number(bytes / 1e6)} MB`,
        },
        plain(`restore of ${rows} leads to the last moment`, `${number(restored)} s`),
      ];
    });
  } finally {
    rmSync(backups, { recursive: true, force: true });
  }
}

const plain = (what: string, lms: string): Line => ({
  figure: '23',
  what,
  lms,
  other: '',
  result: '',
  goal: '',
  passes: undefined,
});

async function tokenOf(url: string, client: number): Promise<string> {
  const { data } = await post(url, '/auth/login', managerOf(client));
  return (data as { accessToken: string }).accessToken;
}

/** New leads a second, by several callers for a round. */
async function writes(url: string, tokens: readonly string[]): Promise<number> {
  const end = performance.now() + ROUND * 1000;
  let count = 0;
  const caller = async (person: number) => {
    for (let at = 0; performance.now() < end; at += 1) {
      await post(url, '/leads', { name: `Meanwhile ${person}-${at}` }, tokens[person % tokens.length]);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, async (_, person) => await caller(person)));
  return count / ROUND;
}

async function post(url: string, path: string, body: object, token?: string): Promise<{ data: unknown }> {
  const response = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as { data: unknown };
}
