import { bothSides, rounds } from '../../bench.ts';
import type { Bench } from '../../bench.ts';
import { SOURCES, STATUSES } from '../../lead-rows.ts';
import { inTurn } from '../../load.ts';
import { shareOfBare } from '../../report.ts';
import type { Line } from '../../report.ts';

/** Figure 1: the newest page with its total. */
export async function measureList(bench: Bench): Promise<Line[]> {
  const sides = await bothSides(bench, [{ path: '/api/leads?page=1&limit=12' }], [{ path: '/leads' }]);
  const { lms, bare } = await inTurn(sides, rounds(bench.options));
  return shareOfBare('1', 'newest 12 + total', lms, bare, 0.8);
}

/** Figure 2: status, source and assignee combined, several combinations in turn. */
export async function measureFiltered(bench: Bench): Promise<Line[]> {
  const filters = bench.data.assignees.slice(0, 12).map((assignee, at) =>
    new URLSearchParams({
      status: STATUSES[at % 6] ?? '',
      source: SOURCES[at % 4] ?? '',
      assigned_to: assignee,
    }).toString(),
  );
  const sides = await bothSides(
    bench,
    filters.map((filter) => ({ path: `/api/leads?page=1&limit=12&${filter}` })),
    filters.map((filter) => ({ path: `/filtered?${filter}` })),
  );
  const { lms, bare } = await inTurn(sides, rounds(bench.options));
  return shareOfBare('2', 'status + source + assignee', lms, bare, 0.75);
}
