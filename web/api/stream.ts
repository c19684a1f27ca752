import type { Endpoint, InputOf } from '#shared/endpoint.ts';
import { failureOf } from '#web/api/answer.ts';
import { livingToken } from '#web/api/refresh.ts';
import { addressOf, loseSession, noAnswer } from '#web/api/send.ts';
import { randomKey } from '#web/lib/random-key.ts';
import { sessionLife, whileSessionLives } from '#web/lib/session-life.ts';

type Options = { accept: string; signal?: AbortSignal };

/**
 * Calls an endpoint and reads the answer while it arrives. No time limit: the caller shows progress. Throws ApiError
 * for every answer but a success, or the signal's reason. Ends with the session, without an answer.
 */
export function openStream<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: Options,
): Promise<Response> {
  return whileSessionLives((life) => open(endpoint, input, options, life));
}

async function open(
  endpoint: Endpoint,
  input: unknown,
  { accept, signal }: Options,
  life: AbortSignal,
): Promise<Response> {
  const token = await livingToken();
  const { body } = input as { body?: unknown };
  const headers: Record<string, string> = { accept };
  if (token) headers['authorization'] = `Bearer ${token}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (endpoint.method !== 'GET') headers['idempotency-key'] = randomKey();
  let response: Response;
  try {
    response = await fetch(addressOf(endpoint, input as object), {
      method: endpoint.method,
      headers,
      credentials: 'include',
      signal: signal ? AbortSignal.any([signal, life]) : life,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw noAnswer(false);
  }
  if (response.status === 401 && token) loseSession(token);
  if (!response.ok) throw failureOf(response.status, await response.json().catch(() => undefined));
  return response;
}

/**
 * The parts of an answer as they arrive; a connection that breaks is an ApiError with status 0. After the end of the
 * session neither parts nor an end arrive.
 */
export async function* partsOf(response: Response, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  if (!reader) return;
  const life = sessionLife();
  const read = () => (life.aborted ? never<ReadResult>() : whileSessionLives(() => reader.read()));
  try {
    for (let part = await read(); !part.done; part = await read()) yield part.value;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw noAnswer(false);
  }
}

type ReadResult = ReadableStreamReadResult<Uint8Array>;

function never<T>(): Promise<T> {
  return new Promise(() => undefined);
}

/** The lines of an answer as they arrive, without empty ones. */
export async function* linesOf(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const part of partsOf(response)) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines.filter((line) => line.trim() !== '');
  }
  if (rest.trim()) yield rest;
}
