import { bothSides, rounds } from '../../bench.ts';
import type { Bench } from '../../bench.ts';
import { inTurn, median } from '../../load.ts';
import { timed } from '../../measure.ts';
import { number, shareOfBare, speedText } from '../../report.ts';
import type { Line } from '../../report.ts';

/** LMS should be this many times as fast as counting the leads directly. */
const NAIVE_GOAL = 100;
/** One request for each connection of the bare server: more would only wait. */
const NAIVE_REQUESTS = 8;

/**
 * Figure 4: all data of the dashboard in one call, against the bare server on the counters and against
 * counting the leads.
 */
export async function measureDashboard(bench: Bench): Promise<Line[]> {
  const sides = await bothSides(bench, [{ path: '/api/dashboard/' }], [{ path: '/dashboard' }]);
  const { lms, bare } = await inTurn(sides, rounds(bench.options));
  const naive = await naiveRate(bench);
  const times = lms.rate / naive;
  return [
    ...shareOfBare('4', 'dashboard, all cards', lms, bare, 0.75),
    {
      figure: '4',
      what: 'dashboard, all cards, counted naively',
      lms: speedText(lms),
      other: `${number(naive)}/s`,
      result: `${number(times)} × naive`,
      goal: `≥ ${NAIVE_GOAL} × naive`,
      passes: times >= NAIVE_GOAL,
    },
  ];
}

/**
 * Responses per second, each awaited to its end, because a round of a few seconds may end before the first.
 */
async function naiveRate({ bare, options }: Bench): Promise<number> {
  const rates: number[] = [];
  for (let run = 0; run < options.runs; run += 1) {
    const [seconds] = await timed(async () => await Promise.all(Array.from({ length: NAIVE_REQUESTS }, ask)));
    rates.push(NAIVE_REQUESTS / seconds);
  }
  return median(rates);

  async function ask(): Promise<void> {
    const response = await fetch(`${bare.url}/naive-dashboard`);
    if (!response.ok)
      throw new Error(`/naive-dashboard answered ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  }
}
