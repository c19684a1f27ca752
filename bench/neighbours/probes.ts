import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { callOnce } from '../one-call.ts';

/** The users of the other client, who work at a steady pace, each within the limits. */
export type Neighbours = { port: number; tokens: string[]; emails: string[]; password: string };

export const PROBES = ['list', 'create', 'sign-in'] as const;
type Probe = (typeof PROBES)[number];
/** Calls per second. */
const PACE: Record<Probe, number> = { list: 20, create: 8, 'sign-in': 5 };

/** Latencies in milliseconds, sorted, and unsuccessful responses by status (0: no response). */
export type Seen = Record<Probe, number[]> & { refused: Map<number, number> };

let counter = 0;

/**
 * Works for the given number of seconds. Calls start when they are due, whether or not earlier ones have
 * finished.
 */
export async function watchNeighbours(neighbours: Neighbours, seconds: number): Promise<Seen> {
  const seen: Seen = { list: [], create: [], 'sign-in': [], refused: new Map() };
  const agents = addresses.map((localAddress) => new Agent({ keepAlive: true, localAddress }));
  const running: Promise<void>[] = [];
  const began = performance.now();
  const due = PROBES.flatMap((probe) =>
    Array.from({ length: PACE[probe] * seconds }, (_, turn) => ({ probe, at: (turn * 1000) / PACE[probe] })),
  ).toSorted((one, other) => one.at - other.at);
  for (const { probe, at } of due) {
    const wait = began + at - performance.now();
    if (wait > 0) await pause(wait);
    const agent = agents[counter % agents.length] ?? agents[0];
    running.push(
      (async () => {
        const status = await tryOnce(neighbours, probe, agent);
        seen[probe].push(performance.now() - began - at);
        if (status >= 300 || status === 0) seen.refused.set(status, (seen.refused.get(status) ?? 0) + 1);
      })(),
    );
  }
  await Promise.all(running);
  for (const agent of agents) agent.destroy();
  for (const probe of PROBES) seen[probe].sort((one, other) => one - other);
  return seen;
}

/** Separate addresses, as of different offices: sign-ins are limited by address. */
const addresses = Array.from({ length: 20 }, (_, one) => `127.0.1.${one + 1}`);

async function tryOnce(
  { port, tokens, emails, password }: Neighbours,
  probe: Probe,
  agent: Agent | undefined,
): Promise<number> {
  counter += 1;
  const authorization = `Bearer ${tokens[counter % tokens.length]}`;
  const post = { 'content-type': 'application/json' };
  const call = {
    list: { path: '/api/leads?page=1&limit=12', headers: { authorization } },
    create: { method: 'POST', path: '/api/leads', headers: { ...post, authorization } },
    'sign-in': { method: 'POST', path: '/api/auth/login', headers: post },
  }[probe];
  const body = {
    list: undefined,
    create: { name: `Meena Iyer ${counter}`, email: `meena.${counter}@example.com`, status: 'new' },
    'sign-in': { email: emails[counter % emails.length], password },
  }[probe];
  return await callOnce({ port, agent, ...call }, body);
}
