import type { Endpoint, InputOf } from '#shared/protocol/endpoint.ts';
import { noAnswer, request } from '#web/api/request.ts';
import { sessionLife, whileSessionLives } from '#web/lib/session-life.ts';

type Options = { accept: string; signal?: AbortSignal; idempotencyKey?: string };

/**
 * Calls an endpoint and reads the response while it arrives, without a time limit. Throws as `request` does.
 */
export function openStream<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: Options,
): Promise<Response> {
  return request(endpoint, input, options, (response) => response);
}

/**
 * Yields the chunks of a response as they arrive. A broken connection throws ApiError with status 0. After
 * the session ends, the iteration neither continues nor ends.
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
    throw noAnswer();
  }
}

type ReadResult = ReadableStreamReadResult<Uint8Array>;

function never<T>(): Promise<T> {
  return new Promise(() => undefined);
}

/** Yields the lines of a response as they arrive, without empty ones. */
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
