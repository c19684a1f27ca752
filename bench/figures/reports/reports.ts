import { DEFAULT_TIME_ZONE, dayOf } from '#shared/values/dates.ts';
import { signIn } from '../../bench.ts';
import type { Bench } from '../../bench.ts';
import { cpuMeter } from '../../cpu.ts';
import { inTurn } from '../../load.ts';
import { number, speedText } from '../../report.ts';
import type { Line } from '../../report.ts';
import { measureReportPages } from './report-pages.ts';

const DAY = 86_400_000;
/** Days of a report, and the milliseconds it may take including the comparison period. */
const GOALS = { 30: 100, 90: 200, 365: 300 } as const;
/** The reports by their path names. */
const REPORTS = ['people', 'sources', 'funnel'] as const;

/**
 * Each report of a month, a quarter and a year, for one user who opens one after the other; and the pages of
 * the reports beside the dashboard's.
 */
export async function measureReports(bench: Bench): Promise<Line[]> {
  const headers = await signIn(bench);
  const cpu = cpuMeter(bench.options.dataDir);
  const { url, pid } = bench.lms;
  const wanted = REPORTS.flatMap((report) =>
    Object.entries(GOALS).map(([days, goal]) => ({ report, days: Number(days), goal })),
  );
  const target = ({ report, days }: (typeof wanted)[number]) => ({
    url,
    headers,
    requests: [{ path: `/api/reports/${report}?${lastDays(days)}` }],
    cpu: () => cpu(pid),
  });
  const speeds = await inTurn(Object.fromEntries(wanted.map((one, index) => [String(index), target(one)])), {
    connections: 1,
    runs: bench.options.runs,
    seconds: bench.options.seconds,
  });
  const answers = wanted.map(({ report, days, goal }, index): Line => {
    const speed = speeds[index] ?? { rate: 0, p50: Infinity, p99: Infinity, cpu: 0 };
    return {
      figure: '',
      what: `report: ${report}, ${days} days, 1 connection`,
      lms: speedText(speed),
      other: speed.cpu > 0 ? `processor ${number(speed.cpu)} ms` : '',
      result: `${number(speed.p50)} ms`,
      goal: `≤ ${goal} ms`,
      passes: speed.p50 <= goal,
    };
  });
  return [...answers, ...(await measureReportPages(url))];
}

function lastDays(days: number): string {
  const now = Date.now();
  return `from_date=${dayOf(new Date(now - (days - 1) * DAY), DEFAULT_TIME_ZONE)}&to_date=${dayOf(new Date(now), DEFAULT_TIME_ZONE)}`;
}
