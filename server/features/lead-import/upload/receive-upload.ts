import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Transform, finished } from 'node:stream';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import {
  INVALID_FILE_MESSAGE,
  ImportOptions,
  MAX_IMPORT_BYTES,
  sizeRefusal,
} from '#shared/leads/lead-import.ts';
import { HttpError, TooManyRequests } from '#server/errors.ts';
import { FairSlots } from '#server/fair-slots.ts';
import { showPlaces } from '#server/metrics.ts';
import { parse } from '#server/http/validate.ts';
import type { Uploads } from './uploads-folder.ts';

/**
 * A file to import, in a folder that only this process can read. A form's options come with it; JSON options
 * are in the file itself, which has not been read yet.
 */
export type Upload = { path: string; hash: Buffer } & (
  | { form: 'file'; filename: string; mimeType: string | undefined; options: ImportOptions }
  | { form: 'json' }
);

const MAX_BOUNDARY = 70;

/** A caller that sends one byte at a time uses up only their own client's slots. */
const places = new FairSlots({
  most: 200,
  mostPerOwner: 6,
  waiting: 0,
  waitingPerOwner: 0,
  refusal: () => new TooManyRequests('Other imports are running. Please try again in a few seconds.', 10),
});
showPlaces('uploads', places);

/** Form fields are text; lists and flags in them are JSON. */
const FormOptions = z.object({
  skip_duplicates: z.optional(z.stringbool('skip_duplicates must be true or false.')),
  update_existing: z.optional(z.stringbool('update_existing must be true or false.')),
  distribute: z.optional(z.stringbool('distribute must be true or false.')),
  mapping: json('mapping must be a JSON list.'),
  values: json('values must be a JSON object.'),
  assign_to: json('assign_to must be a JSON list.'),
  encoding: z.optional(z.string()),
  delimiter: z.optional(z.string()),
  sheet: z.optional(z.string()),
  date_order: z.optional(z.string()),
});

function json(refusal: string) {
  return z.optional(
    z.pipe(
      z.string().check(z.refine(isJson, refusal)),
      z.transform((text: string): unknown => JSON.parse(text)),
    ),
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** `timeLimit`: milliseconds within which a request must arrive. */
export type Receiving = { uploads: Uploads; clientId: string; timeLimit: number };

/**
 * Receives either form of an import, passes it to `use` as a file, and removes every trace afterwards. A
 * request that takes too long to arrive is rejected, and never uses other clients' slots.
 */
export async function withUpload<T>(
  request: FastifyRequest,
  { uploads, clientId, timeLimit }: Receiving,
  use: (upload: Upload) => Promise<T>,
): Promise<T> {
  const leave = await places.take(clientId);
  const folder = await uploads.open();
  try {
    const upload = await inTime(
      request,
      timeLimit,
      request.isMultipart() ? receiveForm : receiveJson,
      folder,
    );
    leave();
    return await use(upload);
  } finally {
    leave();
    await rm(folder, { recursive: true, force: true });
  }
}

type Receive = (request: FastifyRequest, folder: string, signal: AbortSignal) => Promise<Upload>;

async function inTime(
  request: FastifyRequest,
  timeLimit: number,
  receive: Receive,
  folder: string,
): Promise<Upload> {
  const late = new AbortController();
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.abort();
    reject(new HttpError(408, 'too_slow', 'The upload took too long. Please try again.'));
  }, timeLimit);
  try {
    return await Promise.race([receive(request, folder, late.signal), promise]);
  } finally {
    clearTimeout(timer);
  }
}

const UNREADABLE = (cause?: unknown) =>
  new HttpError(400, 'bad_request', 'The form could not be read. Please try again.', { cause });

/** Whether a form ended too early or is not a form: the parser's own errors have no code. */
function isBrokenForm(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === undefined || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'FST_MP_PREMATURE_CLOSE';
}

async function receiveForm(request: FastifyRequest, folder: string, signal: AbortSignal): Promise<Upload> {
  const boundary = /boundary=("?)([^";]*)\1/i.exec(request.headers['content-type'] ?? '')?.[2] ?? '';
  if (boundary.length === 0 || boundary.length > MAX_BOUNDARY) {
    throw UNREADABLE();
  }
  // If the caller hung up before anything listened, reading the form would wait forever.
  if (request.raw.destroyed) throw UNREADABLE();
  const fields = new Map<string, string>();
  let file: { path: string; filename: string; mimeType: string; hash: Buffer } | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        const stored = await store(part.file, folder, signal);
        if (part.file.truncated) throw TOO_LARGE('file');
        file = { ...stored, filename: part.filename, mimeType: part.mimetype };
      } else if (typeof part.value === 'string' && part.value !== '') fields.set(part.fieldname, part.value);
    }
  } catch (error) {
    throw isBrokenForm(error) ? UNREADABLE(error) : error;
  }
  if (!file) throw new HttpError(415, 'bad_type', INVALID_FILE_MESSAGE);
  const options = parse(ImportOptions, parse(FormOptions, Object.fromEntries(fields)));
  return { form: 'file', ...file, options };
}

const CUT_OFF = (cause: unknown) =>
  new HttpError(400, 'bad_request', 'The request was cut off. Please try again.', { cause });
const TOO_LARGE = (what: 'file' | 'request') => new HttpError(413, 'too_large', sizeRefusal(what));

/** Stores JSON like any other file: only the child reads the bytes. */
async function receiveJson(request: FastifyRequest, folder: string, signal: AbortSignal): Promise<Upload> {
  const body = request.body as Readable | undefined;
  if (typeof body?.pipe !== 'function') throw new HttpError(415, 'bad_type', INVALID_FILE_MESSAGE);
  if (Number(request.headers['content-length'] ?? 0) > MAX_IMPORT_BYTES) throw TOO_LARGE('request');
  try {
    // Not a pipeline, which would close a rejected request before its response.
    const copy = body.pipe(new PassThrough());
    finished(body, { writable: false }, (error) => error && copy.destroy(error));
    return { form: 'json', ...(await store(copy, folder, signal)) };
  } catch (error) {
    const { code } = error as { code?: string };
    throw code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET' ? CUT_OFF(error) : error;
  }
}

/** Writes the arriving bytes into the folder, up to the import size limit. Throws 413. */
async function store(
  from: Readable,
  folder: string,
  signal: AbortSignal,
): Promise<{ path: string; hash: Buffer }> {
  const path = join(folder, randomUUID());
  const hash = createHash('sha256');
  let bytes = 0;
  const tap = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(bytes > MAX_IMPORT_BYTES ? TOO_LARGE('request') : null, chunk);
    },
  });
  await pipeline(from, tap, createWriteStream(path, { mode: 0o600 }), { signal });
  return { path, hash: hash.digest() };
}
