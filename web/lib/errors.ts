import type { FieldError } from '#shared/protocol/errors.ts';

/** A response other than a success, or no response at all (`status` 0). */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly body: unknown;
  readonly fieldErrors: readonly FieldError[];
  /** Set by the code that made the call when it settles the refusal, or asks the user about it. */
  isSettled = false;

  constructor(message: string, status: number, code: string, body?: unknown) {
    super(message);
    this.status = status;
    this.code = code;
    this.body = body;
    this.fieldErrors = errorsIn(body);
  }
}

/** Whether the user took a change back before it was sent. */
export const isWithdrawn = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'withdrawn';

/** The message of a call without an answer, and of code that could not be loaded. */
export const UNREACHABLE = 'The server cannot be reached. Check your connection and try again.';
/** The words of Chromium, Firefox and Safari for a failed `import()`. */
const NOT_LOADED = /dynamically imported module|importing a module script/i;

type LooseBody = { message?: unknown; error?: unknown; errors?: unknown };

function errorsIn(body: unknown): FieldError[] {
  const list = (body as LooseBody | undefined)?.errors;
  if (!Array.isArray(list)) return [];
  return list.filter(
    (item: Partial<FieldError> | null): item is FieldError => typeof item?.message === 'string',
  );
}

/**
 * The message that a failure shows, in the specification's order: the response's message, its error, its list
 * of errors, the thrown error's message, the fallback.
 */
export function messageOf(error: unknown, fallback: string): string {
  const body = error instanceof ApiError ? (error.body as LooseBody | undefined) : undefined;
  if (typeof body?.message === 'string' && body.message) return body.message;
  if (typeof body?.error === 'string' && body.error) return body.error;
  const listed = errorsIn(body).map((item) => item.message);
  if (listed.length > 0) return listed.join('\n');
  if (error instanceof TypeError && NOT_LOADED.test(error.message)) return UNREACHABLE;
  if (error instanceof Error && error.message) return error.message;
  if (fallback || !(error instanceof ApiError)) return fallback;
  return `Something went wrong (error ${error.status}). Please try again.`;
}

/**
 * Messages by field, for a response's errors that name a field. An index in a list, `tags.0`, belongs to its
 * field.
 */
export function fieldMessages(error: unknown): Record<string, string> {
  const messages: Record<string, string> = {};
  if (!(error instanceof ApiError)) return messages;
  for (const { field: place, message } of error.fieldErrors) {
    const field = place?.replace(/\.\d+$/, '');
    if (field && !messages[field]) messages[field] = message;
  }
  return messages;
}

/** The current row that the refusal of a stale edit (412) carries; undefined for every other failure. */
export function currentIn(error: unknown): unknown {
  if (statusOf(error) !== 412) return undefined;
  return ((error as ApiError).body as { data?: unknown } | undefined)?.data;
}

/** Marks a refusal that needs no further notice. */
export function settle(error: unknown): void {
  if (error instanceof ApiError) error.isSettled = true;
}

export function statusOf(error: unknown): number | undefined {
  return error instanceof ApiError ? error.status : undefined;
}
