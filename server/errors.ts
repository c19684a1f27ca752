import type { FieldError } from '#shared/errors.ts';

/** A refusal in words a user understands; any other error becomes a plain 500. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: FieldError[] | undefined;
  /** Seconds after which another try may succeed. */
  readonly retryAfter: number | undefined;
  /** Data of the answer beside the message, such as the current row of a stale edit. */
  readonly data: unknown;

  constructor(
    status: number,
    code: string,
    message: string,
    more: { errors?: FieldError[]; retryAfter?: number; data?: unknown; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.status = status;
    this.code = code;
    this.errors = more.errors;
    this.retryAfter = more.retryAfter;
    this.data = more.data;
  }
}

/** 401 means only: this token is dead, or these credentials are wrong. */
export class Unauthenticated extends HttpError {
  constructor(message = 'Please sign in again.') {
    super(401, 'unauthenticated', message);
  }
}

/** 403: the function is not for this role. */
export class Forbidden extends HttpError {
  constructor(message: string) {
    super(403, 'forbidden', message);
  }
}

/** 404: no such object, or another client's. */
export class NotFound extends HttpError {
  constructor(message: string) {
    super(404, 'not_found', message);
  }
}

export class Conflict extends HttpError {
  constructor(message: string, errors?: FieldError[]) {
    super(409, 'conflict', message, { errors });
  }
}

/** 412: the row has changed since the caller read it; the answer carries it. */
export class Stale extends HttpError {
  constructor(current: unknown) {
    super(412, 'stale', 'Someone else has changed this in the meantime.', { data: current });
  }
}

/** 422: the message of the first error, and all of them. */
export class InvalidInput extends HttpError {
  constructor(errors: FieldError[]) {
    super(422, 'invalid', errors[0]?.message ?? 'Please check your input.', { errors });
  }
}

export class TooManyRequests extends HttpError {
  constructor(message: string, retryAfter: number) {
    super(429, 'too_many_requests', message, { retryAfter });
  }
}

/** The 429 of a limit that frees itself: the sentence, then the true wait in words, with Retry-After in seconds. */
export function tryAgainIn(seconds: number, sentence: string): TooManyRequests {
  const wait = Math.max(1, Math.ceil(seconds));
  const minutes = Math.ceil(wait / 60);
  const words =
    wait < 60 ? `${wait} second${wait === 1 ? '' : 's'}` : `${minutes} minute${minutes === 1 ? '' : 's'}`;
  return new TooManyRequests(`${sentence} Please try again in ${words}.`, wait);
}
