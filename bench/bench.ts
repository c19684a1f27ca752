import { cpuMeter } from './cpu.ts';
import type { Dataset } from './dataset.ts';
import type { Request, Rounds, Target } from './load.ts';
import type { Options } from './options.ts';
import type { RunningServer } from './servers/child.ts';
import { MANAGER } from './dataset.ts';

/** The parts that every measurement works with. */
export type Bench = { options: Options; data: Dataset; lms: RunningServer; bare: RunningServer };

/** The figures are stated at sixteen connections. */
export const CONNECTIONS = 16;

export const rounds = ({ runs, seconds }: Options, connections = CONNECTIONS): Rounds => ({
  runs,
  seconds,
  connections,
});

/** Signs in anew: a token lives 15 minutes, and all measurements together may take longer. */
export async function signIn(
  { lms }: Bench,
  person: { email: string; password: string } = MANAGER,
): Promise<{ authorization: string }> {
  const response = await fetch(`${lms.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  });
  const body = (await response.json()) as { data?: { accessToken: string }; message?: string };
  if (!body.data) throw new Error(`Signing in answered ${response.status}: ${body.message}`);
  return { authorization: `Bearer ${body.data.accessToken}` };
}

/** Measures both sides of a comparison; each has its own paths for the same questions. */
export async function bothSides(
  bench: Bench,
  lms: Request[],
  bare: Request[],
): Promise<{ lms: Target; bare: Target }> {
  const cpu = cpuMeter(bench.options.dataDir);
  return {
    lms: { url: bench.lms.url, headers: await signIn(bench), requests: lms, cpu: () => cpu(bench.lms.pid) },
    bare: { url: bench.bare.url, requests: bare, cpu: () => cpu(bench.bare.pid) },
  };
}
