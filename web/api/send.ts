import { auth } from '#shared/auth.ts';
import type { DataOf, Endpoint, InputOf } from '#shared/endpoint.ts';
import { apiAddress } from '#web/api/address.ts';
import { answerOf, failureOf } from '#web/api/answer.ts';
import type { Answer } from '#web/api/answer.ts';
import { livingToken } from '#web/api/refresh.ts';
import { ApiError } from '#web/lib/errors.ts';
import { randomKey } from '#web/lib/random-key.ts';
import { whileSessionLives } from '#web/lib/session-life.ts';
import { accessToken, endSession } from '#web/session/session-store.ts';

/** The specification's limit for every call, in milliseconds. */
const REQUEST_TIMEOUT = 10_000;

type LooseInput = {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | null | undefined>;
  body?: unknown;
};

export type SendOptions = {
  signal?: AbortSignal;
  /** The same key for the same intent: a repeated POST or PATCH then has one effect. */
  idempotencyKey?: string;
};

/**
 * Calls an endpoint. Throws ApiError for every answer but a success, with status 0 when there was no answer. A call that
 * its session does not survive ends with the session, without an answer.
 */
export function send<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: SendOptions = {},
): Promise<Answer<DataOf<E>>> {
  return whileSessionLives(async (life) =>
    answerOf<DataOf<E>>(await request(endpoint, input as LooseInput, { ...options, life })),
  );
}

/** Calls an endpoint that answers with a file. */
export function download<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: SendOptions = {},
): Promise<Blob> {
  return whileSessionLives(async (life) => {
    const response = await request(endpoint, input as LooseInput, { ...options, life });
    if (!response.ok) throw failureOf(response.status, await response.json().catch(() => undefined));
    return await response.blob();
  });
}

/** The address of a call with its parameters and query. */
export function addressOf(endpoint: Endpoint, { params, query }: LooseInput): string {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params?.[name] ?? ''),
  );
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') search.set(key, String(value));
  }
  const text = search.toString();
  return apiAddress(path) + (text ? `?${text}` : '');
}

type Call = SendOptions & { life: AbortSignal };

async function request(endpoint: Endpoint, input: LooseInput, options: Call): Promise<Response> {
  const token = endpoint.path === auth.login.path ? undefined : await livingToken();
  const headers: Record<string, string> = { accept: endpoint.file ?? 'application/json' };
  if (token) headers['authorization'] = `Bearer ${token}`;
  if (input.body !== undefined) headers['content-type'] = 'application/json';
  if (endpoint.method === 'POST' || endpoint.method === 'PATCH') {
    headers['idempotency-key'] = options.idempotencyKey ?? randomKey();
  }
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT);
  const ends = [timeout];
  if (options.signal) ends.push(options.signal);
  // Signing out must reach the server although the session here is over by then.
  if (endpoint.path !== auth.logout.path) ends.push(options.life);
  let response: Response;
  try {
    response = await fetch(addressOf(endpoint, input), {
      method: endpoint.method,
      headers,
      credentials: 'include',
      signal: AbortSignal.any(ends),
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw noAnswer(timeout.aborted);
  }
  if (response.status === 401 && token) loseSession(token);
  return response;
}

export function noAnswer(timedOut: boolean): ApiError {
  return timedOut
    ? new ApiError('The server took too long to answer. Please try again.', 0, 'timeout')
    : new ApiError('The server cannot be reached. Check your connection and try again.', 0, 'network');
}

/** A 401 means that this token is dead; one that has been replaced meanwhile ends nothing. */
export function loseSession(token: string): void {
  if (accessToken() === token) endSession('lost');
}
