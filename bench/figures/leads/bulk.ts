import { leadBulk } from '#shared/leads/lead-bulk.ts';
import { operations } from '#shared/activities/operations.ts';
import { signIn } from '../../bench.ts';
import type { Bench } from '../../bench.ts';
import { SUPERADMIN } from '../../dataset.ts';
import { median } from '../../load.ts';
import { timed } from '../../measure.ts';
import { number } from '../../report.ts';
import type { Line } from '../../report.ts';

const GOAL = 4;
const GOAL_LOCK_MS = 1000;
const FEW = 1000;
/** The limit of leads that one request may select by filter. */
const MANY = 100_000;
/** No lead of the dataset has this score. */
const SCORE = 99;

type Ran = { operation: string; leads: number };

/**
 * Figure 9: a thousand leads by id against one UPDATE, a large number by filter, both undone, and how long
 * they lock a lead.
 */
export async function measureBulk(bench: Bench): Promise<Line[]> {
  const { owner } = bench.data;
  const found = await owner.query<{ id: string }>(`SELECT id FROM bench.leads WHERE deleted_at IS NULL
    AND NOT is_archived AND lead_score <> ${SCORE} ORDER BY md5(id::text) LIMIT ${FEW}`);
  const ids = found.rows.map(({ id }) => id);
  const times: Record<'bare' | 'lms' | 'undo', number[]> = { bare: [], lms: [], undo: [] };
  for (let run = 0; run < bench.options.runs; run += 1) {
    times.bare.push(await oneUpdate(bench, ids));
    const [took, ran] = await timed(async () => await update(bench, { lead_ids: ids }));
    times.lms.push(took);
    times.undo.push((await timed(async () => await undo(bench, ran)))[0]);
  }
  const [bare, lms, undone] = [median(times.bare), median(times.lms), median(times.undo)];
  const against = (what: string, took: number, goal?: number): Line => ({
    figure: '9',
    what,
    lms: `${number(took * 1000)} ms`,
    other: `${number(bare * 1000)} ms`,
    result: `${number(took / bare)} × one UPDATE`,
    goal: goal === undefined ? '' : `≤ ${goal} ×`,
    passes: goal === undefined ? undefined : took <= goal * bare,
  });
  return [
    against(`bulk update of ${FEW.toLocaleString('en')}, history and undo kept`, lms, GOAL),
    against(`its undo`, undone),
    ...(await byFilter(bench)),
  ];
}

/** The same change in one statement, committed, then reverted. */
async function oneUpdate({ data: { owner } }: Bench, ids: string[]): Promise<number> {
  const before = await owner.query<{ id: string; lead_score: number }>(
    'SELECT id, lead_score FROM bench.leads WHERE id = ANY($1)',
    [ids],
  );
  const [took] = await timed(
    async () => await owner.query(`UPDATE bench.leads SET lead_score = ${SCORE} WHERE id = ANY($1)`, [ids]),
  );
  await owner.query(
    `UPDATE bench.leads l SET lead_score = b.lead_score FROM unnest($1::uuid[], $2::int[]) b (id, lead_score) WHERE l.id = b.id`,
    [before.rows.map(({ id }) => id), before.rows.map((row) => row.lead_score)],
  );
  return took;
}

/** The leads of the assignee with the most leads, up to the limit of one request. */
async function byFilter(bench: Bench): Promise<Line[]> {
  const { rows } = await bench.data.owner.query<{ assigned_to: string }>(`
    SELECT assigned_to FROM bench.lead_totals WHERE assigned_to IS NOT NULL AND NOT is_archived
    GROUP BY 1 HAVING sum(leads) <= ${MANY} ORDER BY sum(leads) DESC LIMIT 1`);
  const assigned_to = rows[0]?.assigned_to ?? '';
  const { rows: some } = await bench.data.owner.query<{ id: string }>(
    'SELECT id FROM bench.leads WHERE assigned_to = $1 AND NOT is_archived AND deleted_at IS NULL LIMIT 500',
    [assigned_to],
  );
  const ids = some.map(({ id }) => id);
  const updating = watchLocks(bench, ids);
  const [took, ran] = await timed(async () => await update(bench, { matching: { assigned_to } }));
  const locked = await updating();
  const undoing = watchLocks(bench, ids);
  const [undone] = await timed(async () => await undo(bench, ran));
  const lockedByUndo = await undoing();
  const line = (what: string, seconds: number, lock: number): Line => ({
    figure: '9',
    what: `${what} ${ran.leads.toLocaleString('en')} by filter`,
    lms: `${number(seconds)} s`,
    other: '',
    result: `longest lock ${number(lock)} ms`,
    goal: `≤ ${GOAL_LOCK_MS.toLocaleString('en')} ms`,
    passes: lock <= GOAL_LOCK_MS,
  });
  return [line('bulk update of', took, locked), line('undo of', undone, lockedByUndo)];
}

async function update(bench: Bench, selection: object): Promise<Ran> {
  const { data } = await post<{ data: { operation_ids: string[]; updated: number } }>(
    bench,
    leadBulk.update.path,
    {
      ...selection,
      updates: { lead_score: SCORE },
    },
  );
  return { operation: data.operation_ids[0] ?? '', leads: data.updated };
}

async function undo(bench: Bench, { operation }: Ran): Promise<void> {
  await post(bench, operations.undo.path.replace(':id', operation));
}

async function post<T>({ lms, ...bench }: Bench, path: string, body?: object): Promise<T> {
  const response = await fetch(`${lms.url}/api${path}`, {
    method: 'POST',
    headers: {
      ...(await signIn({ lms, ...bench }, SUPERADMIN)),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/**
 * Locks one lead after the other as an edit would; the returned function resolves to the longest wait in
 * milliseconds.
 */
function watchLocks({ data: { owner } }: Bench, ids: string[]): () => Promise<number> {
  const over = new AbortController();
  let longest = 0;
  const watching = (async () => {
    for (let at = 0; !over.signal.aborted; at += 1) {
      const [took] = await timed(
        async () =>
          await owner.query('SELECT 1 FROM bench.leads WHERE id = $1 FOR UPDATE', [ids[at % ids.length]]),
      );
      longest = Math.max(longest, took * 1000);
    }
  })();
  return async () => {
    over.abort();
    await watching;
    return longest;
  };
}
