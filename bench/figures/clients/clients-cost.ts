import { leadBulk } from '#shared/leads/lead-bulk.ts';
import { leadImport } from '#shared/leads/lead-import.ts';
import { MIRRORED } from '#server/db/tables/mirrored-tables.ts';
import { quoted } from '#server/db/structure/installation.ts';
import { CONNECTIONS } from '../../bench.ts';
import { LEADS_EACH, OPERATOR, managerOf, refillNextTime, schemaOf } from '../../clients-data.ts';
import type { Installation } from '../../clients-data.ts';
import { cpuMeter } from '../../cpu.ts';
import { leadFile } from '../../lead-file.ts';
import { inTurn, median } from '../../load.ts';
import type { Request, Rounds, Speed, Target } from '../../load.ts';
import { creating, editing } from '../../lead-requests.ts';
import { timed } from '../../measure.ts';
import { number, speedText } from '../../report.ts';
import type { Line } from '../../report.ts';
import { signedIn } from './clients-questions.ts';
import type { Ask } from './clients-questions.ts';

/** The mirror may slow a client down by this factor. */
const GOAL = 1.05;
const ROUNDS = { connections: CONNECTIONS, seconds: 3, runs: 5 };
/** One request at a time while the follower brings its changes, as one user experiences it. */
const ALONE = { connections: 1, seconds: 3, runs: 7 };
const REPEATS = 5;
const IMPORTED = 5000;

/** The client that the mirror follows, or the one whose changes are not recorded. */
type Side = { ask: Ask; url: string; token: string; ids: string[] };

/**
 * The cost of the mirror for a client's own requests, against a client on the same server without the queue's
 * triggers.
 */
export async function costs(installation: Installation): Promise<Line[]> {
  const { owner, folder, start } = installation;
  const lms = await start();
  refillNextTime(installation);
  try {
    for (const table of Object.keys(MIRRORED))
      await owner.query(`ALTER TABLE ${quoted(schemaOf(2))}.${table} DISABLE TRIGGER USER`);
    // Only users with access to all clients change leads in bulk.
    const { ask } = await signedIn(lms, OPERATOR);
    const sides: Side[] = [];
    for (const place of [1, 2]) {
      const { rows } = await owner.query<{ id: string }>(
        `SELECT id FROM ${quoted(schemaOf(place))}.leads WHERE deleted_at IS NULL AND NOT is_archived LIMIT ${LEADS_EACH}`,
      );
      const { token } = await signedIn(lms, managerOf(place));
      sides.push({ ask, token, url: lms.url, ids: rows.map(({ id }) => id) });
    }
    const [mirrored, bare] = sides;
    if (!mirrored || !bare) throw new Error('There are no two clients.');
    const cpu = cpuMeter(folder);
    // Reading across all clients waits for the mirror, so that neither side pays for the other's rows.
    const settled = async () => await ask('/leads?page=1&limit=12');
    const both = async (request: (side: Side) => Request, rounds: Rounds) => {
      const target = (side: Side): Target => ({
        url: side.url,
        headers: { authorization: `Bearer ${side.token}` },
        requests: [request(side)],
        before: settled,
        cpu: () => cpu(lms.pid),
      });
      return await inTurn({ mirrored: target(mirrored), bare: target(bare) }, rounds);
    };
    return [
      ofWait('create one', await both(() => creating(), ALONE)),
      ofWait('edit one field', await both(({ ids }) => editing(ids), ALONE)),
      ...ofRates('create one', await both(() => creating(), ROUNDS)),
      ...ofRates('edit one field', await both(({ ids }) => editing(ids), ROUNDS)),
      ofTimes(`bulk of ${mirrored.ids.length}`, await timesOf([mirrored, bare], settled, bulk)),
      ofTimes(
        `import of ${IMPORTED.toLocaleString('en')}`,
        await timesOf([mirrored, bare], settled, importing),
      ),
    ];
  } finally {
    await lms.stop();
  }
}

const bulk = async ({ ask, ids }: Side, run: number) =>
  await ask(leadBulk.update.path, { lead_ids: ids, updates: { lead_score: 40 + run } });

async function importing({ url, token }: Side, run: number): Promise<void> {
  const lines = leadFile(1)
    .file.toString()
    .split('\r\n', IMPORTED + 1);
  const text = lines.join('\r\n').replaceAll('import.', `import${run}.`).replaceAll('+91 98', `+91 6${run}`);
  const form = new FormData();
  form.append('file', new Blob([text], { type: 'text/csv' }), `leads-${run}.csv`);
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/api${leadImport.run.path}`, { method: 'POST', headers, body: form });
  const answer = (await response.json()) as { data?: unknown; message?: string };
  if (!answer.data) throw new Error(`The import answered ${response.status}: ${answer.message}`);
}

/** The median seconds of each side, measured in turn, without the first run of each. */
async function timesOf(
  sides: readonly Side[],
  before: () => Promise<unknown>,
  work: (side: Side, run: number) => Promise<unknown>,
): Promise<number[]> {
  const times = sides.map((): number[] => []);
  for (let run = 0; run <= REPEATS; run += 1) {
    for (const [place, side] of sides.entries()) {
      await before();
      const [took] = await timed(async () => await work(side, run));
      if (run > 0) times[place]?.push(took);
    }
  }
  return times.map(median);
}

function ofWait(what: string, { mirrored, bare }: Record<'mirrored' | 'bare', Speed>): Line {
  const wait = { lms: `p50 ${number(mirrored.p50)} ms`, other: `p50 ${number(bare.p50)} ms` };
  return lineOf(`${what}, one after the other`, wait, mirrored.p50 / bare.p50);
}

function ofRates(what: string, { mirrored, bare }: Record<'mirrored' | 'bare', Speed>): Line[] {
  const speed = { lms: speedText(mirrored), other: speedText(bare) };
  const work = { lms: `${number(mirrored.cpu)} ms`, other: `${number(bare.cpu)} ms` };
  return [
    lineOf(what, speed, bare.rate / mirrored.rate),
    { ...lineOf(`${what}, processor time`, work, mirrored.cpu / bare.cpu), goal: '', passes: undefined },
  ];
}

const ofTimes = (what: string, [mirrored = NaN, bare = NaN]: number[]): Line =>
  lineOf(what, { lms: `${number(mirrored * 1000)} ms`, other: `${number(bare * 1000)} ms` }, mirrored / bare);

const lineOf = (what: string, sides: Pick<Line, 'lms' | 'other'>, times: number): Line => ({
  figure: '12',
  what: `a client's own: ${what}`,
  ...sides,
  result: `${number(times)} × without the mirror`,
  goal: `≤ ${GOAL} ×`,
  passes: times <= GOAL,
});
