import { bothSides, rounds } from '../bench.ts';
import type { Bench } from '../bench.ts';
import { MANAGER } from '../dataset.ts';
import { inTurn } from '../load.ts';
import { shareOfBare } from '../report.ts';
import type { Line } from '../report.ts';

let counter = 0;

/** Figure 5: one lead at a time. LMS counts each, bare does not. */
export async function measureCreate(bench: Bench): Promise<Line[]> {
  const { rows } = await bench.data.owner.query<{ id: string }>(
    `SELECT id FROM bench.members WHERE email = '${MANAGER.email}'`,
  );
  const manager = rows[0]?.id;
  const lead = (more: Record<string, unknown>) => () => {
    counter += 1;
    return JSON.stringify({
      name: `Asha Patel ${counter}`,
      email: `asha.patel.${counter}@example.com`,
      phone: `+91 98${String(counter).padStart(8, '0')}`,
      company_name: 'Patel Interiors',
      status: 'new',
      source: 'website',
      notes: 'Wants a quotation for the whole floor before the festival season.',
      ...more,
    });
  };
  const sides = await bothSides(
    bench,
    [{ method: 'POST', path: '/api/leads', body: lead({}) }],
    [{ method: 'POST', path: '/leads', body: lead({ created_by: manager }) }],
  );
  const { lms, bare } = await inTurn(sides, rounds(bench.options));
  await bench.data.restore();
  return shareOfBare('5', 'create one', lms, bare, 0.4);
}
