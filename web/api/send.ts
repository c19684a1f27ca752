import type { DataOf, Endpoint, InputOf } from '#shared/protocol/endpoint.ts';
import { answerOf } from '#web/api/answer.ts';
import type { Answer } from '#web/api/answer.ts';
import { request } from '#web/api/request.ts';

/** The specification's time limit for every call, in milliseconds. */
const REQUEST_TIMEOUT = 10_000;

type Options = {
  signal?: AbortSignal;
  /** Retries use the same key, so that a repeated POST or PATCH takes effect once. */
  idempotencyKey?: string;
};

/** Calls an endpoint. Throws ApiError unless the response is a success, as `request` does. */
export function send<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: Options = {},
): Promise<Answer<DataOf<E>>> {
  return request(endpoint, input, { ...options, timeout: REQUEST_TIMEOUT }, answerOf<DataOf<E>>);
}

/** Calls an endpoint that returns a file. */
export function download<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<Blob> {
  const options = { accept: endpoint.file, timeout: REQUEST_TIMEOUT };
  return request(endpoint, input, options, (response) => response.blob());
}
