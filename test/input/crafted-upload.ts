/** Uploads for the import tests: files on disk, read through the child. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLeadRows } from '#server/features/lead-import/reading/parse-in-child.ts';
import type { LeadFile } from '#server/features/lead-import/reading/parse-in-child.ts';
import { UnreadableFile } from '#server/spreadsheets/unreadable-file.ts';

/** A folder for all test files of this process, removed at its end. */
const folder = mkdtempSync(join(tmpdir(), 'lead-files-'));
process.once('exit', () => rmSync(folder, { recursive: true }));

let files = 0;
/** An upload, in that folder. */
export async function upload(content: string | Uint8Array, filename = 'leads.csv'): Promise<LeadFile> {
  const path = join(folder, `upload-${files++}`);
  await writeFile(path, content);
  return { path, filename, timeZone: 'Asia/Kolkata', country: 'IN' };
}

/** Returns all lines for COPY, and the summary. */
export async function lines(of: LeadFile) {
  const { rows, summary } = readLeadRows(of);
  let text = '';
  for await (const piece of rows.setEncoding('utf8')) text += piece;
  return { text, summary: await summary };
}

/** For `assert.rejects`: matches this status and message. */
export const refusal = (status: number, message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof UnreadableFile, String(error));
  assert.equal(error.status, status);
  assert.match(error.message, message);
  return true;
};
