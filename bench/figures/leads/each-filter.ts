import { rounds, signIn } from '../../bench.ts';
import type { Bench } from '../../bench.ts';
import { SOURCES, STATUSES } from '../../lead-rows.ts';
import { inTurn } from '../../load.ts';
import type { Target } from '../../load.ts';
import { number, speedText } from '../../report.ts';
import type { Line } from '../../report.ts';

const DAY = 24 * 60 * 60_000;
/** Like figure 6's "any page": no filter may cost more than a deep page. */
const GOAL = 20;

/**
 * Common filters of the list, each by itself, and the totals of the dashboard, on one connection, against the
 * newest page.
 */
export async function measureEachFilter(bench: Bench): Promise<Line[]> {
  const day = (ago: number) => new Date(Date.now() - ago * DAY).toISOString().slice(0, 10);
  const list = (query: string) => `/api/leads?page=1&limit=12${query}`;
  const asked: Record<string, string> = {
    newest: list(''),
    status: list(`&status=${STATUSES[1]}`),
    source: list(`&source=${SOURCES[1]}`),
    assignee: list(`&assigned_to=${bench.data.assignees[3]}`),
    'nobody assigned': list('&assigned_to=none'),
    'interest level': list('&interest_level=high'),
    duplicates: list('&is_duplicate=true'),
    archived: list('&is_archived=true'),
    'all, archived too': list('&show_all=true'),
    'one month': list(`&from_date=${day(60)}&to_date=${day(30)}`),
    'status and a month': list(`&status=${STATUSES[1]}&from_date=${day(60)}&to_date=${day(30)}`),
    'no lead at all': list('&status=nowhere'),
    'totals of the dashboard': '/api/leads/stats',
  };
  const headers = await signIn(bench);
  const sides = Object.fromEntries(
    Object.entries(asked).map(([name, path]): [string, Target] => [
      name,
      { url: bench.lms.url, headers, requests: [{ path }] },
    ]),
  );
  const speeds = await inTurn(sides, rounds(bench.options, 1));
  const newest = speeds['newest']?.p50 ?? 1;
  return Object.entries(speeds).map(([name, speed]) => ({
    figure: '2',
    what: `filter: ${name}, 1 connection`,
    lms: speedText(speed),
    other: '',
    result: `${number(speed.p50 / newest)} × newest`,
    goal: `≤ ${GOAL} ×`,
    passes: speed.p50 <= GOAL * newest,
  }));
}
