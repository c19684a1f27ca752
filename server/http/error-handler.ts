import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { INVALID_FILE_MESSAGE, sizeRefusal } from '#shared/leads/lead-import.ts';
import { isBusy } from '#server/db/pool/busy.ts';
import { DatabaseUnavailable } from '#server/db/pool/ask.ts';
import { isLostNode } from '#server/db/cluster/lost-node.ts';
import { Conflict, HttpError, InvalidInput } from '#server/errors.ts';

/** Fastify's own errors in the product's words. */
const IN_WORDS: Record<string, [status: number, code: string, message: string]> = {
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'bad_json', 'The request is not valid JSON.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'bad_json', 'The request needs a JSON object as its body.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'bad_type', 'This content type isn’t accepted here; send JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'bad_request', 'The request was cut off. Please try again.'],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'too_large', 'The request is too large.'],
  FST_ERR_MAX_PARAM_LENGTH: [404, 'not_found', 'There is nothing at this address.'],
  FST_ERR_BAD_URL: [400, 'bad_request', 'This address is not valid.'],
  FST_REQ_FILE_TOO_LARGE: [413, 'too_large', sizeRefusal('file')],
  FST_INVALID_MULTIPART_CONTENT_TYPE: [415, 'bad_type', INVALID_FILE_MESSAGE],
  FST_FILES_LIMIT: [413, 'too_large', 'Please send one file at a time.'],
  FST_PARTS_LIMIT: [413, 'too_large', 'The form has too many parts.'],
  FST_FIELDS_LIMIT: [413, 'too_large', 'The form has too many fields.'],
  FST_PROTO_VIOLATION: [400, 'bad_request', 'The form has a field name that is not allowed.'],
  FST_UNDER_PRESSURE: [503, 'busy', 'The server is busy. Please try again in a moment.'],
};

/** The field and message for an invalid reference, by the violated constraint. */
const REFERENCES: Record<string, [field: string, message: string]> = {
  leads_assigned_to_fkey: ['assigned_to', 'Choose a user of this client.'],
  reminders_user_id_fkey: ['user_id', 'Choose a user of this client.'],
  products_category_id_fkey: ['category_id', 'Choose a category of this client.'],
  leads_product_id_fkey: ['product_id', 'Choose a product of this client.'],
};

/** The message for a name or email that is taken, by the violated unique index. */
const TAKEN: Record<string, string> = {
  product_categories_name: 'A category with this name exists already.',
};

type DatabaseError = Error & { code: string; constraint?: string };

/** Converts any thrown error into the HttpError to send. */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof DatabaseUnavailable) return unavailable(error);
  const { code, statusCode, message } = error as FastifyError;
  const words = IN_WORDS[code];
  if (words)
    return new HttpError(words[0], words[1], words[2], {
      cause: error,
      retryAfter: words[0] === 503 ? 5 : undefined,
    });
  if (code === 'ENOSPC') return diskFull(error);
  // Must precede the check for SQLSTATEs: EPIPE also has five capital letters.
  if (
    /^(?:ECONN|EPIPE|ENOENT|ETIMEDOUT)/.test(code ?? '') ||
    /Connection terminated|connection error|not queryable|^timeout expired$/.test(message)
  )
    return unavailable(error);
  if (/^[0-9A-Z]{5}$/.test(code ?? '')) return fromDatabase(error as DatabaseError);
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return new HttpError(statusCode, 'bad_request', message);
  return unexpected(error);
}

function unavailable(cause: unknown): HttpError {
  return new HttpError(
    503,
    'unavailable',
    'The database cannot be reached right now. Please try again in a moment.',
    {
      retryAfter: 2,
      cause,
    },
  );
}

function diskFull(cause: unknown): HttpError {
  const sentence = 'The disk of the server is full. Nothing has been stored.';
  return new HttpError(503, 'disk_full', sentence, { retryAfter: 60, cause });
}

function unexpected(cause: unknown): HttpError {
  return new HttpError(500, 'internal', 'Something went wrong on our side. Please try again.', { cause });
}

/** The HttpError for a PostgreSQL error, by its SQLSTATE. */
function fromDatabase(error: DatabaseError): HttpError {
  // A cluster node names the violated constraint only in the message, with a numeric suffix.
  const refused = /violates (foreign key|unique) constraint "(\w+?)_\d+"/.exec(error.message);
  const code = refused ? (refused[1] === 'unique' ? '23505' : '23503') : error.code;
  const constraint = error.constraint ?? refused?.[2] ?? '';
  const reference = REFERENCES[constraint];
  if (code === '23503' && reference)
    return new InvalidInput([{ field: reference[0], message: reference[1] }]);
  if (code === '23503')
    return new InvalidInput([{ message: 'This refers to something that doesn’t exist.' }]);
  if (code === '23505') return new Conflict(TAKEN[constraint] ?? 'This exists already.');
  if (code === '23514' || (code.startsWith('22') && !isGone(error)))
    return new InvalidInput([{ message: 'A value is not valid.' }]);
  if (isBusy(error)) return new Conflict('Someone else is changing this right now. Please try again.');
  if (code === '57014')
    return new HttpError(504, 'timeout', 'This took too long. Please narrow your search.', { cause: error });
  if (code === '53100') return diskFull(error);
  if (/^(?:08|25P|57P|53)/.test(code) || isLostNode(error) || isGone(error)) return unavailable(error);
  return unexpected(error);
}

/**
 * Whether the schema or role is missing because its client was removed while the request ran; the next
 * request is refused for that reason.
 */
function isGone({ code, message }: DatabaseError): boolean {
  return (
    code === '42P01' ||
    code === '3F000' ||
    (code === '22023' && /^role .* does not exist$/.test(message)) ||
    (code === '42704' && message.endsWith('was concurrently dropped'))
  );
}

/**
 * `isDiskFull` returns whether the database is down because its disk is full: PostgreSQL itself exits without
 * a message then.
 */
export function handleErrors(app: FastifyInstance, isDiskFull: () => boolean): void {
  app.setErrorHandler((error, request, reply) => {
    const isAway = toHttpError(error).code === 'unavailable';
    return answerError(isAway && isDiskFull() ? diskFull(error) : error, request, reply);
  });
}

/**
 * Sends the standard body of every failure; logs an unexpected error with the request id that the response
 * contains.
 */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toHttpError(error);
  if (refusal.status >= 500) request.log.error({ err: error, status: refusal.status }, refusal.message);
  if (refusal.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(refusal.retryAfter)));
  // Calls of signed-in callers take a bearer token, for which no browser asks by itself.
  if (refusal.status === 401 && request.routeOptions.config.countedByUser)
    reply.header('www-authenticate', 'Bearer');
  return reply
    .status(refusal.status)
    .type('application/json; charset=utf-8')
    .send(errorBody(refusal, request.id));
}

/**
 * Responds to bytes that are not HTTP and never become a request: writes to the connection in the same form
 * as any other error.
 */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, reason, code, message] = BROKEN[error.code ?? ''] ?? BROKEN_OTHERWISE;
  const body = JSON.stringify(errorBody(new HttpError(status, code, message), randomUUID()));
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

type Broken = [status: number, reason: string, code: string, message: string];
const BROKEN_OTHERWISE: Broken = [400, 'Bad Request', 'bad_request', 'The request could not be read.'];
const BROKEN: Record<string, Broken> = {
  HPE_HEADER_OVERFLOW: [
    431,
    'Request Header Fields Too Large',
    'too_large',
    'The head of the request is too large.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'too_slow', 'The request did not arrive in time.'],
};

export function errorBody(refusal: HttpError, requestId: string): Record<string, unknown> {
  return {
    success: false,
    message: refusal.message,
    code: refusal.code,
    ...(refusal.errors && { errors: refusal.errors }),
    ...(refusal.data !== undefined && { data: refusal.data }),
    request_id: requestId,
  };
}
