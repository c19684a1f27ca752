import type { Pagination } from '#shared/protocol/pagination.ts';
import { ApiError } from '#web/lib/errors.ts';

export type Answer<Data> = { data: Data; message?: string; pagination?: Pagination };

/** Returns the JSON of a response. Throws ApiError unless it is a success. */
export async function answerOf<Data>(response: Response): Promise<Answer<Data>> {
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok && body !== undefined) return body as Answer<Data>;
  throw failureOf(response.status, body);
}

/** Returns the error for an unsuccessful response. */
export function failureOf(status: number, body: unknown): ApiError {
  const { message, code } = (body ?? {}) as { message?: unknown; code?: unknown };
  return new ApiError(
    // Without a message from the server, the caller shows its own.
    typeof message === 'string' ? message : '',
    status,
    typeof code === 'string' ? code : 'unknown',
    body,
  );
}
