import assert from 'node:assert/strict';
import type { DataOf } from '#shared/protocol/endpoint.ts';
import { leadImport } from '#shared/leads/lead-import.ts';
import type { ImportEvent } from '#shared/leads/lead-import.ts';
import type { Lead } from '#shared/leads/lead.ts';
import { leads } from '#shared/leads/leads.ts';
import type { Reply, TestApp } from '#test/app.ts';
import type { Person, TestClient } from '#test/world.ts';

export type UploadFile = {
  content: string | Buffer;
  filename?: string;
  type?: string;
  /** Form fields before the file. */
  fields?: Record<string, string>;
  clientId?: string;
  headers?: Record<string, string>;
};

const BOUNDARY = 'form-boundary';
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** The bytes of a form with these fields and one file. */
export function formOf({
  content,
  filename = 'leads.csv',
  type = 'text/csv',
  fields = {},
}: UploadFile): Buffer {
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\ncontent-type: ${type}\r\n\r\n`;
  return Buffer.concat([
    Buffer.from(texts.join('') + head),
    Buffer.from(content),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
}

type Form = { body: Buffer; headers: Record<string, string>; query?: Record<string, string> };
const call = (file: UploadFile, headers: Record<string, string> = {}): Form => ({
  body: formOf(file),
  headers: { 'content-type': FORM_TYPE, ...file.headers, ...headers },
  ...(file.clientId && { query: { clientId: file.clientId } }),
});

export async function importFile(
  test: TestApp,
  person: Person,
  file: UploadFile,
): Promise<Reply<typeof leadImport.run>> {
  return await test.call(leadImport.run, call(file), person.token);
}

export async function previewFile(
  test: TestApp,
  person: Person,
  file: UploadFile,
): Promise<Reply<typeof leadImport.preview>> {
  return await test.call(leadImport.preview, call(file), person.token);
}

/** Imports, and asserts that the preview had the same numbers and that every row of the file is counted. */
export async function importAsPreviewed(test: TestApp, person: Person, file: UploadFile, rows: number) {
  const preview = await previewFile(test, person, file);
  const done = await importFile(test, person, file);
  assert.equal(done.status, 200, done.text);
  const counts = countsOf(done.body.data);
  assert.deepEqual(countsOf(preview.body.data), counts);
  assert.equal(preview.body.data.rows, rows);
  assert.equal(counts.inserted + counts.updated + counts.skipped + counts.failed, rows);
  const { errors, warnings } = done.body.data;
  assert.deepEqual([preview.body.data.errors, preview.body.data.warnings], [errors, warnings]);
  return { ...counts, errors, ...(warnings.length > 0 && { warnings }) };
}

/** The progress lines of an import. */
export async function importEvents(test: TestApp, person: Person, file: UploadFile): Promise<ImportEvent[]> {
  const reply = await test.call(leadImport.run, call(file, { accept: 'application/x-ndjson' }), person.token);
  return reply.text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ImportEvent);
}

/** The four counts of a response. */
export const countsOf = ({
  inserted,
  updated,
  skipped,
  failed,
}: Pick<DataOf<typeof leadImport.run>, 'inserted' | 'updated' | 'skipped' | 'failed'>) => ({
  inserted,
  updated,
  skipped,
  failed,
});

/** All leads of a client sorted by name, including archived ones and duplicates. */
export async function leadsByName(test: TestApp, { manager }: TestClient): Promise<Lead[]> {
  const query = { show_all: 'true', sort_by: 'name', sort_order: 'asc' };
  return (await test.call(leads.list, { query }, manager.token)).body.data;
}
