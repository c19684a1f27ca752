import { NDJSON_TYPE } from '#shared/protocol/content-types.ts';
import type { DataOf, Endpoint, InputOf } from '#shared/protocol/endpoint.ts';
import type { JobEvent } from '#shared/protocol/job-events.ts';
import { linesOf, openStream } from '#web/api/stream.ts';
import { ApiError } from '#web/lib/errors.ts';
import { heldKey } from '#web/lib/random-key.ts';
import type { HeldKeys } from '#web/lib/random-key.ts';

export type JobProgress = { done: number; total: number };

/**
 * Runs a long job on the server to its end, however long that takes, and returns the job's data. After a
 * failure, the same job with the same `keys` carries the same key: a lost answer does not let it run twice.
 * Throws ApiError.
 */
export async function runJob<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  onProgress: (progress: JobProgress) => void,
  keys: HeldKeys = new Map(),
): Promise<DataOf<E>> {
  const job = JSON.stringify([endpoint.path, input]);
  const idempotencyKey = heldKey(keys, job);
  const response = await openStream(endpoint, input, { accept: NDJSON_TYPE, idempotencyKey });
  for await (const line of linesOf(response)) {
    const event = JSON.parse(line) as JobEvent;
    if (event.type === 'progress') onProgress(event);
    else if (event.type === 'failure') throw new ApiError(event.message, event.status, event.code, event);
    else {
      keys.delete(job);
      return event.data as DataOf<E>;
    }
  }
  throw new ApiError('The connection was lost. Reload the list to see what has changed.', 0, 'network');
}
