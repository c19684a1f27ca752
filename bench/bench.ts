import { cpuMeter } from './cpu.ts';
import type { Dataset } from './dataset.ts';
import type { Request, Rounds, Target } from './load.ts';
import type { Options } from './options.ts';
import type { RunningServer } from './servers/child.ts';
import { MANAGER } from './dataset.ts';

/** The inputs shared by all measurements. */
export type Bench = { options: Options; data: Dataset; lms: RunningServer; bare: RunningServer };

/** The figures are stated at sixteen connections. */
export const CONNECTIONS = 16;

export const rounds = ({ runs, seconds }: Options, connections = CONNECTIONS): Rounds => ({
  runs,
  seconds,
  connections,
});

type Session = { accessToken: string; user: object };

/** Signs in a user. Throws an Error with the reason of a refusal. */
export async function sessionOf(url: string, person: { email: string; password: string }): Promise<Session> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  });
  const { data, message } = (await response.json()) as { data?: Session; message?: string };
  if (!data) throw new Error(`Signing in as ${person.email} answered ${response.status}: ${message}`);
  return data;
}

/** Signs in again: a token lives 15 minutes, and all measurements together may take longer. */
export async function signIn(
  { lms }: Bench,
  person: { email: string; password: string } = MANAGER,
): Promise<{ authorization: string }> {
  return { authorization: `Bearer ${(await sessionOf(lms.url, person)).accessToken}` };
}

/** Measures both sides of a comparison; each side has its own paths for the same queries. */
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
