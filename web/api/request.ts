import { auth } from '#shared/accounts/auth.ts';
import type { Endpoint } from '#shared/protocol/endpoint.ts';
import { PROOF_NEEDED } from '#shared/accounts/proof-needed.ts';
import { TAB_HEADER } from '#shared/protocol/tab.ts';
import { apiAddress } from '#web/api/address.ts';
import { failureOf } from '#web/api/answer.ts';
import { askForProof } from '#web/api/proof.ts';
import { livingToken } from '#web/api/refresh.ts';
import { ApiError, UNREACHABLE } from '#web/lib/errors.ts';
import { checkOnline } from '#web/lib/online.ts';
import { noteRequest } from '#web/lib/quiet.ts';
import { randomKey } from '#web/lib/random-key.ts';
import { renameTab, tabName } from '#web/lib/tab.ts';
import { whileSessionLives } from '#web/lib/session-life.ts';
import { accessToken, endSession } from '#web/session/session-store.ts';

type LooseInput = {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | null | undefined>;
  body?: unknown;
};

/** Sends a call to the server: `fetch`, or a function that also reports progress. */
type Carrier = (address: string, init: Init) => Promise<Response>;
export type Init = { method: string; headers: Record<string, string>; body?: BodyInit; signal: AbortSignal };

type Options = {
  /** The type of the response, JSON by default. */
  accept?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Retries use the same key, so that a repeated POST or PATCH takes effect once. */
  idempotencyKey?: string | undefined;
  /**
   * Milliseconds after which a call without a response is aborted. If absent, the caller shows progress and
   * can abort.
   */
  timeout?: number;
  carrier?: Carrier;
};

/**
 * Makes a call; `read` gets the response of a success. Throws ApiError for every other response, with status
 * 0 when there was none, or the signal's reason. A call whose session ends never returns.
 */
export function request<T>(
  endpoint: Endpoint,
  input: unknown,
  options: Options,
  read: (response: Response) => Promise<T> | T,
): Promise<T> {
  return whileSessionLives(async (life) => read(await ask(endpoint, input as LooseInput, options, life)));
}

async function ask(
  endpoint: Endpoint,
  input: LooseInput,
  options: Options,
  life: AbortSignal,
): Promise<Response> {
  const { accept = 'application/json', signal, idempotencyKey, timeout, carrier = fetch } = options;
  const { method, path } = endpoint;
  const { body } = input;
  const token = path === auth.login.path ? undefined : await livingToken();
  const headers: Record<string, string> = { accept };
  if (token) headers['authorization'] = `Bearer ${token}`;
  if (method === 'POST' || method === 'PATCH') headers['idempotency-key'] = idempotencyKey ?? randomKey();
  if (method !== 'GET') headers[TAB_HEADER] = tabName();
  const late = timeout === undefined ? undefined : AbortSignal.timeout(timeout);
  // Signing out must reach the server although the session has already ended here.
  const ends = [signal, late, path === auth.logout.path ? undefined : life];
  const init: Init & RequestInit = {
    method,
    headers,
    credentials: 'include',
    signal: AbortSignal.any(ends.filter((end) => end !== undefined)),
  };
  if (body instanceof FormData) init.body = body;
  else if (body !== undefined) {
    headers['content-type'] = 'application/json';
    init.body = JSON.stringify(body);
  }
  let response: Response;
  try {
    response = await noteRequest(carrier(addressOf(path, input), init));
  } catch (error) {
    if (method !== 'GET') renameTab();
    if (signal?.aborted) throw error;
    if (!late?.aborted) void checkOnline();
    throw noAnswer(late?.aborted);
  }
  // A 401 means that this token is invalid. If it has been replaced meanwhile, the session continues.
  if (response.status === 401 && token && accessToken() === token) endSession('lost');
  // A gateway has given up on the call; the server may still complete it.
  if (response.status > 501) renameTab();
  if (response.ok) return response;
  const failure = failureOf(response.status, await response.json().catch(() => undefined));
  // The user proves who it is, and the call is made again.
  if (failure.code === PROOF_NEEDED && (await askForProof()))
    return await ask(endpoint, input, options, life);
  throw failure;
}

function addressOf(path: string, { params, query }: LooseInput): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    // A filter with several values repeats its parameter.
    for (const one of [value].flat())
      if (one !== undefined && one !== null && one !== '') search.append(key, String(one));
  }
  const text = search.toString();
  return apiAddress(filled) + (text ? `?${text}` : '');
}

/** The failure of a call that got no response, or only a part of it. */
export function noAnswer(timedOut = false): ApiError {
  return timedOut
    ? new ApiError('The server took too long to answer. Please try again.', 0, 'timeout')
    : new ApiError(UNREACHABLE, 0, 'network');
}
