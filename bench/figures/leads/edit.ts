import { CONNECTIONS, bothSides, rounds } from '../../bench.ts';
import type { Bench } from '../../bench.ts';
import { editing } from '../../lead-requests.ts';
import { inTurn } from '../../load.ts';
import { shareOfBare } from '../../report.ts';
import type { Line } from '../../report.ts';

/**
 * Leads that are edited in turn, far more than there are connections, so that no two edits wait for the same
 * lead.
 */
const LEADS = 100 * CONNECTIONS;

/**
 * Figure 5: one field of one lead, set to a new value each time. LMS keeps version, history and counters; the
 * bare server does not.
 */
export async function measureEdit(bench: Bench): Promise<Line[]> {
  const { owner } = bench.data;
  const { rows } = await owner.query<{ id: string; lead_score: number }>(
    `SELECT id, lead_score FROM bench.leads WHERE deleted_at IS NULL ORDER BY md5(id::text) LIMIT ${LEADS}`,
  );
  const ids = rows.map(({ id }) => id);
  const sides = await bothSides(bench, [editing(ids)], [editing(ids, (id) => `/leads/${id}/score`)]);
  const { lms, bare } = await inTurn(sides, rounds(bench.options));
  await owner.query(
    `UPDATE bench.leads l SET lead_score = b.lead_score, version = 1 FROM unnest($1::uuid[], $2::int[]) b (id, lead_score) WHERE l.id = b.id`,
    [ids, rows.map(({ lead_score }) => lead_score)],
  );
  await owner.query('TRUNCATE bench.lead_events');
  await bench.data.restore();
  return shareOfBare('5', 'edit one field', lms, bare, 0.6);
}
