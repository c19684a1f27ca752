import { bothSides, rounds } from '../../bench.ts';
import type { Bench } from '../../bench.ts';
import { MANAGER } from '../../dataset.ts';
import { creating } from '../../lead-requests.ts';
import { inTurn } from '../../load.ts';
import { shareOfBare } from '../../report.ts';
import type { Line } from '../../report.ts';

/** Figure 5: one lead at a time. LMS counts each, the bare server does not. */
export async function measureCreate(bench: Bench): Promise<Line[]> {
  const { rows } = await bench.data.owner.query<{ id: string }>(
    `SELECT id FROM bench.members WHERE email = '${MANAGER.email}'`,
  );
  const manager = rows[0]?.id;
  const sides = await bothSides(bench, [creating()], [creating('/leads', { created_by: manager })]);
  const { lms, bare } = await inTurn(sides, rounds(bench.options));
  await bench.data.restore();
  return shareOfBare('5', 'create one', lms, bare, 0.6);
}
