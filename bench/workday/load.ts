import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { EVENT_STREAM } from '#shared/protocol/events.ts';
import { quantile } from '../load.ts';
import { callOnce } from '../one-call.ts';
import type { Act } from './acts.ts';
import type { Rep } from './calls.ts';

/** Latencies in milliseconds, responses a second, and unsuccessful responses by status (0: no response). */
export type Answered = { rate: number; p50: number; p99: number; refused: Map<number, number> };

/** Opens a live stream for each of these users; the returned function closes all. */
export async function openStreams(port: number, reps: readonly Rep[]): Promise<() => void> {
  const agent = new Agent({ keepAlive: true });
  const opened: ClientRequest[] = [];
  for (const { token } of reps) {
    const headers = { authorization: `Bearer ${token}`, accept: EVENT_STREAM };
    const sent = request({ host: '127.0.0.1', port, agent, path: '/api/events', headers });
    sent.end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    if (response.statusCode !== 200) throw new Error(`A live stream was answered ${response.statusCode}.`);
    response.on('error', () => undefined).resume();
    sent.on('error', () => undefined);
    opened.push(sent);
  }
  return () => {
    for (const sent of opened) sent.destroy();
    agent.destroy();
  };
}

/**
 * Begins acts at the given rate for the given number of seconds, each by the next of these users, in turn on
 * each server. Acts begin when they are due, whether or not earlier ones have finished, and are timed from the
 * moment they were due to the last response.
 */
export async function sendActs(
  ports: readonly number[],
  reps: readonly Rep[],
  next: (rep: Rep) => Act,
  { rate, seconds }: { rate: number; seconds: number },
): Promise<Answered> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  const refused = new Map<number, number>();
  const running: Promise<void>[] = [];
  const began = performance.now();
  for (let turn = 0; turn < rate * seconds; turn += 1) {
    const at = began + (turn * 1000) / rate;
    const wait = at - performance.now();
    if (wait > 1) await pause(wait);
    const rep = reps[turn % reps.length] as Rep;
    running.push(
      (async () => {
        let status = 0;
        for (const call of next(rep)) {
          status = await answerOf(ports[turn % ports.length] ?? 0, agent, rep, call);
          if (status < 200 || status >= 300) break;
        }
        if (status >= 200 && status < 300) times.push(performance.now() - at);
        else refused.set(status, (refused.get(status) ?? 0) + 1);
      })(),
    );
  }
  await Promise.all(running);
  const took = (performance.now() - began) / 1000;
  agent.destroy();
  times.sort((one, other) => one - other);
  return { rate: times.length / took, p50: quantile(times, 0.5), p99: quantile(times, 0.99), refused };
}

/** The status of the response to a user's call. */
async function answerOf(
  port: number,
  agent: Agent,
  { token }: Rep,
  { body, ...call }: Act[number],
): Promise<number> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body && { 'content-type': 'application/json' }),
  };
  return await callOnce({ port, agent, ...call, headers }, body);
}
