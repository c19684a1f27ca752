import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import { stringify } from 'csv-stringify/sync';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { INVALID_FILE_MESSAGE, ImportOptions, JsonImport } from '#shared/lead-import.ts';
import { HttpError } from '#server/errors.ts';
import { parse } from '#server/http/validate.ts';

/** A file to import, in a folder that only this process may read, and how to import it. */
export type Upload = {
  path: string;
  filename: string;
  mimeType: string | undefined;
  hash: Buffer;
  options: ImportOptions;
};

const MAX_BOUNDARY = 70;

/** Form fields are text; lists and flags in them are JSON. */
const FormOptions = z.object({
  skip_duplicates: z.optional(z.stringbool('skip_duplicates must be true or false.')),
  update_existing: z.optional(z.stringbool('update_existing must be true or false.')),
  mapping: z.optional(
    z.pipe(
      z.string().check(z.refine(isJson, 'mapping must be a JSON list.')),
      z.transform((text: string): unknown => JSON.parse(text)),
    ),
  ),
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Receives either form of an import, gives it to `use` as a file, and removes every trace of it afterwards. */
export async function withUpload<T>(
  request: FastifyRequest,
  use: (upload: Upload) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'lms-import-'));
  try {
    return await use(
      request.isMultipart() ? await receiveForm(request, folder) : await receiveJson(request, folder),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const UNREADABLE = (cause?: unknown) =>
  new HttpError(400, 'bad_request', 'The form could not be read. Please try again.', { cause });

/** The form ended too early or is none: the parser's own errors carry no code. */
function isBrokenForm(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === undefined || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'FST_MP_PREMATURE_CLOSE';
}

async function receiveForm(request: FastifyRequest, folder: string): Promise<Upload> {
  const boundary = /boundary=("?)([^";]*)\1/i.exec(request.headers['content-type'] ?? '')?.[2] ?? '';
  if (boundary.length === 0 || boundary.length > MAX_BOUNDARY) {
    throw UNREADABLE();
  }
  // A caller who hung up before anybody listened would leave the form waiting for ever.
  if (request.raw.destroyed) throw UNREADABLE();
  const fields = new Map<string, string>();
  let file: Omit<Upload, 'options'> | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') file = await storeFile(part, folder);
      else if (typeof part.value === 'string' && part.value !== '') fields.set(part.fieldname, part.value);
    }
  } catch (error) {
    throw isBrokenForm(error) ? UNREADABLE(error) : error;
  }
  if (!file) throw new HttpError(415, 'bad_type', INVALID_FILE_MESSAGE);
  return { ...file, options: parse(ImportOptions, parse(FormOptions, Object.fromEntries(fields))) };
}

async function storeFile(part: MultipartFile, folder: string): Promise<Omit<Upload, 'options'>> {
  const path = join(folder, randomUUID());
  const hash = createHash('sha256');
  const tap = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(part.file, tap, createWriteStream(path, { mode: 0o600 }));
  if (part.file.truncated) throw new HttpError(413, 'too_large', 'The file is larger than 10 MB.');
  return { path, filename: part.filename, mimeType: part.mimetype, hash: hash.digest() };
}

/** The JSON form becomes a CSV file: one way to read rows. */
async function receiveJson(request: FastifyRequest, folder: string): Promise<Upload> {
  if (typeof request.body !== 'object') throw new HttpError(415, 'bad_type', INVALID_FILE_MESSAGE);
  const { leads, ...options } = parse(JsonImport, request.body);
  const columns = [...new Set(leads.flatMap((lead) => Object.keys(lead)))];
  const rows = leads.map((lead) => columns.map((column) => cellOf(lead[column])));
  const text = stringify([columns, ...rows], { bom: true });
  const path = join(folder, 'leads.csv');
  await writeFile(path, text, { mode: 0o600 });
  const hash = createHash('sha256').update(text).digest();
  return { path, filename: 'leads.csv', mimeType: 'text/csv', hash, options: parse(ImportOptions, options) };
}

function cellOf(value: JsonImport['leads'][number][string] | undefined): string {
  if (Array.isArray(value)) return value.join(', ');
  return value === null || value === undefined ? '' : String(value);
}
