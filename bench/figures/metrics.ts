import { CONNECTIONS, rounds, signIn } from '../bench.ts';
import type { Bench } from '../bench.ts';
import { cpuMeter } from '../cpu.ts';
import { inTurn } from '../load.ts';
import type { Target } from '../load.ts';
import { number, speedText } from '../report.ts';
import type { Line } from '../report.ts';
import { startServer } from '../servers/child.ts';

/** Milliseconds between two reads; Prometheus usually reads every fifteen seconds. */
const EVERY = 1000;

/** The newest page with its total, with and without constant reads of /api/metrics. */
export async function measureMetrics(bench: Bench): Promise<Line[]> {
  const { data, options, lms } = bench;
  const task = { settings: data.settings, dataDir: options.dataDir, isUnwatched: true };
  const unwatched = await startServer('lms.ts', task);
  const scraping = setInterval(
    () => void fetch(`${lms.url}/api/metrics`).then((answer) => answer.text()),
    EVERY,
  );
  try {
    const cpu = cpuMeter(options.dataDir);
    const headers = await signIn(bench);
    const target = ({ url, pid }: typeof lms): Target => ({
      url,
      headers,
      requests: [{ path: '/api/leads?page=1&limit=12' }],
      cpu: () => cpu(pid),
    });
    const sides = { watched: target(lms), unwatched: target(unwatched) };
    const speeds = await inTurn(sides, rounds(options, CONNECTIONS));
    const line = (what: string, share: number, goal: string, passes?: boolean): Line => ({
      figure: '',
      what,
      lms: speedText(speeds.watched),
      other: speedText(speeds.unwatched),
      result: `${number(share)} × without`,
      goal,
      passes,
    });
    const share = speeds.watched.rate / speeds.unwatched.rate;
    return [
      line('newest 12 + total, watched', share, '≥ 0.98 × without', share >= 0.98),
      line('the same, processor time', speeds.unwatched.cpu / speeds.watched.cpu, ''),
    ];
  } finally {
    clearInterval(scraping);
    await unwatched.stop();
  }
}
