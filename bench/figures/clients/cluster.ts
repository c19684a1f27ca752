import { join } from 'node:path';
import { parseIntoClientConfig } from 'pg-connection-string';
import { leadImport } from '#shared/leads/lead-import.ts';
import type { ImportResult } from '#shared/leads/lead-import.ts';
import type { ConnectionSettings } from '#server/db/pool/connections.ts';
import { openDatabase } from '#server/db/database.ts';
import { engineOf } from '#server/db/cluster/engine.ts';
import { onOwnConnection } from '#server/db/pool/own-connection.ts';
import { CONNECTIONS, sessionOf } from '../../bench.ts';
import { SECRET, addPerson } from '../../dataset.ts';
import { fillClient } from '../../filled-client.ts';
import { leadFile } from '../../lead-file.ts';
import { creating } from '../../lead-requests.ts';
import { inTurn, median } from '../../load.ts';
import type { Request, Speed, Target } from '../../load.ts';
import { timed } from '../../measure.ts';
import type { Options } from '../../options.ts';
import { withOwnDatabase } from '../../own-database.ts';
import { failed, number, speedText } from '../../report.ts';
import type { Line } from '../../report.ts';
import { startServer } from '../../servers/child.ts';

const CLIENT = { name: 'spread', reps: 20, password: 'bench-manager-password' };
const ALL = { email: 'superadmin@bench-cluster.example', password: CLIENT.password };
const ADMIN = { email: `admin@${CLIENT.name}.example`, password: CLIENT.password };
const ADDRESS = 'BENCH_CITUS_URL';

type Side = { url: string; own: string; all: string };

/**
 * LMS on the cluster of BENCH_CITUS_URL beside LMS on the embedded server: the same leads, and the same
 * requests in turn.
 */
export async function measureCluster(options: Options): Promise<Line[]> {
  const address = process.env[ADDRESS];
  if (!address)
    throw new Error(
      `${ADDRESS} names no cluster: the address of a coordinator, of its owner, and of an empty database with the extension and the nodes.`,
    );
  const cluster = parseIntoClientConfig(address);
  await assertEmptyCluster(cluster);
  return await withOwnDatabase(`${options.dataDir}-cluster`, async ({ owner }, atEnd) => {
    const start = async (settings: ConnectionSettings, name: string): Promise<Side> => {
      await fill(settings, options.leads);
      const { url, stop } = await startServer('lms.ts', {
        settings,
        dataDir: join(`${options.dataDir}-cluster`, name),
      });
      atEnd(stop);
      const token = async (person: typeof ALL) => (await sessionOf(url, person)).accessToken;
      return { url, own: await token(ADMIN), all: await token(ALL) };
    };
    const sides = { plain: await start(owner, 'plain'), cluster: await start(cluster, 'nodes') };
    const lines: Line[] = [];
    const compare = async (what: string, request: Request, who: 'own' | 'all') => {
      const target = (side: Side): Target => ({
        url: side.url,
        headers: { authorization: `Bearer ${side[who]}` },
        requests: [request],
      });
      const { runs, seconds } = options;
      const speeds = await inTurn(
        { plain: target(sides.plain), cluster: target(sides.cluster) },
        { connections: CONNECTIONS, seconds, runs },
      );
      lines.push(speedLine(what, speeds.cluster, speeds.plain));
    };
    await compare('newest 12 + total', { path: '/api/leads?page=1&limit=12' }, 'own');
    await compare('newest 12 of all clients', { path: '/api/leads?page=1&limit=12' }, 'all');
    await compare('create one', creating(), 'own');
    lines.push(
      await importLine(sides, options).catch((error: unknown) => failed('on a cluster: import', error)),
    );
    return lines;
  });
}

/** Throws with a message for any database but one that the bench may fill. */
async function assertEmptyCluster(settings: ConnectionSettings): Promise<void> {
  await onOwnConnection(settings, async (owner) => {
    if ((await engineOf(owner)) !== 'citus') throw new Error(`${ADDRESS} names a PostgreSQL without Citus.`);
    const { rows } = await owner.query<{ used: boolean }>(
      `SELECT to_regclass('core.clients') IS NOT NULL AS used`,
    );
    if (rows[0]?.used)
      throw new Error(`${ADDRESS} names a database in which there is an LMS already: choose an empty one.`);
  });
}

async function fill(settings: ConnectionSettings, leads: number): Promise<void> {
  const database = await openDatabase(settings, SECRET);
  try {
    await fillClient(database, settings, { ...CLIENT, leads });
    await addPerson(database, { clientId: null, role: 'superadmin', ...ALL });
    await database.remakeMirror();
  } finally {
    await database.close();
  }
}

/** Imports 10 MB with different people each time, because known rows would be skipped. */
async function importLine(sides: Record<'plain' | 'cluster', Side>, { leads, runs }: Options): Promise<Line> {
  const times = { plain: [] as number[], cluster: [] as number[] };
  const { file, rows } = leadFile(leads);
  for (let run = 0; run < Math.max(3, runs); run += 1) {
    // The text keeps its length, because more than 10 MB is refused.
    const text = file
      .toString()
      .replaceAll('import.', `impor${run}.`)
      .replaceAll('+91 98', `+91 ${70 + run}`);
    for (const side of ['plain', 'cluster'] as const) {
      const form = new FormData();
      form.append('file', new Blob([text], { type: 'text/csv' }), `leads-${run}.csv`);
      const [took, response] = await timed(
        async () =>
          await fetch(`${sides[side].url}/api${leadImport.run.path}`, {
            method: 'POST',
            headers: { authorization: `Bearer ${sides[side].own}` },
            body: form,
          }),
      );
      const { data, message } = (await response.json()) as { data?: ImportResult; message?: string };
      if (!data?.inserted)
        throw new Error(`The import of ${rows} rows answered ${response.status}: ${message}`);
      times[side].push(took);
    }
  }
  const [cluster, plain] = [median(times.cluster), median(times.plain)];
  return line(
    `import ${number(file.length / 1024 / 1024)} MB`,
    `${number(cluster)} s`,
    `${number(plain)} s`,
    `${number(cluster / plain)} × plain`,
  );
}

const speedLine = (what: string, cluster: Speed, plain: Speed): Line =>
  line(what, speedText(cluster), speedText(plain), `${number(cluster.rate / plain.rate)} × plain`);

const line = (what: string, lms: string, other: string, result: string): Line => ({
  figure: '20',
  what: `on a cluster: ${what}`,
  lms,
  other,
  result,
  goal: '',
  passes: undefined,
});
