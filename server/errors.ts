import type { FieldError } from '#shared/protocol/errors.ts';

/** A refusal with a message for the user; any other error becomes a plain 500. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: FieldError[] | undefined;
  /** Seconds after which a retry may succeed. */
  readonly retryAfter: number | undefined;
  /** Data of the response besides the message, for example the current row after a stale edit. */
  readonly data: unknown;

  constructor(
    status: number,
    code: string,
    message: string,
    more: {
      errors?: FieldError[] | undefined;
      retryAfter?: number | undefined;
      data?: unknown;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.status = status;
    this.code = code;
    this.errors = more.errors;
    this.retryAfter = more.retryAfter;
    this.data = more.data;
  }
}

/** 401 has only two meanings: this token is no longer valid, or these credentials are wrong. */
export class Unauthenticated extends HttpError {
  constructor(message = 'Please sign in again.') {
    super(401, 'unauthenticated', message);
  }
}

/** 403: the user's role may not use this function. */
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

/** 412: the row has changed since the caller read it; the response contains it. */
export class Stale extends HttpError {
  constructor(current: unknown) {
    super(412, 'stale', 'Someone else has changed this in the meantime.', { data: current });
  }
}

/** 422: the message of the first error, and all errors. */
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

/**
 * A 429 from a limit that resets by itself: the message, then the actual wait in words, with Retry-After in
 * seconds.
 */
export function tryAgainIn(seconds: number, sentence: string): TooManyRequests {
  const wait = Math.max(1, Math.ceil(seconds));
  const minutes = Math.ceil(wait / 60);
  const words =
    wait < 60 ? `${wait} second${wait === 1 ? '' : 's'}` : `${minutes} minute${minutes === 1 ? '' : 's'}`;
  return new TooManyRequests(`${sentence} Please try again in ${words}.`, wait);
}
