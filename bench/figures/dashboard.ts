import { bothSides, rounds } from '../bench.ts';
import type { Bench } from '../bench.ts';
import { inTurn } from '../load.ts';
import { number, shareOfBare, speedText } from '../report.ts';
import type { Line } from '../report.ts';

/** So many times what counting the leads themselves reaches. */
const NAIVE_GOAL = 100;

/** Figure 4: everything the dashboard shows in one call, against bare on the counters and against counting the leads. */
export async function measureDashboard(bench: Bench): Promise<Line[]> {
  const sides = await bothSides(bench, [{ path: '/api/dashboard/' }], [{ path: '/dashboard' }]);
  const naive = { ...sides.bare, requests: [{ path: '/naive-dashboard' }] };
  const speeds = await inTurn({ ...sides, naive }, rounds(bench.options));
  const times = speeds.lms.rate / speeds.naive.rate;
  return [
    ...shareOfBare('4', 'dashboard, all cards', speeds.lms, speeds.bare, 0.6),
    {
      figure: '4',
      what: 'dashboard, all cards, counted naively',
      lms: speedText(speeds.lms),
      other: speedText(speeds.naive),
      result: `${number(times)} × naive`,
      goal: `≥ ${NAIVE_GOAL} × naive`,
      passes: times >= NAIVE_GOAL,
    },
  ];
}
