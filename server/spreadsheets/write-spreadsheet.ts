import { spawn } from 'node:child_process';
import { PassThrough } from 'node:stream';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { childProgram } from '#server/child-programs.ts';
import type { SheetColumn } from '#server/spreadsheets/xlsx/sheet-xml.ts';
import type { WriteTask } from './write-child.ts';

/** Excel's 1,048,576 rows: the titles and as many rows as fit below them; further rows go to more sheets. */
const MAX_ROWS_PER_SHEET = 1_048_576;
const MEMORY_FLAGS = ['--max-old-space-size=128', '--max-semi-space-size=8'];

/**
 * A spreadsheet of the columns and `lines` (COPY's text format) in sheets of this name, written in a child
 * process: the API's event loop only forwards bytes. Destroying the file kills the child and ends `lines`; a
 * failure destroys the file.
 */
export function writeSpreadsheet(
  sheet: string,
  columns: SheetColumn[],
  lines: Readable,
  maxRowsPerSheet = MAX_ROWS_PER_SHEET,
): Readable {
  const file = new PassThrough({ highWaterMark: 256 * 1024 });
  const child = spawn(process.execPath, [...MEMORY_FLAGS, ...childProgram('spreadsheets/write-child.ts')], {
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
    env: process.platform === 'win32' ? { SystemRoot: process.env['SystemRoot'] } : {},
  });
  const { stdin, stdout, stderr } = child;
  if (!stdin || !stdout || !stderr) throw new Error('A child without pipes cannot write.');
  let complaint = '';
  stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(0, 4000);
  });
  stdout.pipe(file, { end: false });
  child.send(
    { sheet, columns, maxRowsPerSheet } satisfies WriteTask,
    (error) => error && file.destroy(error),
  );
  pipeline(lines, stdin).catch((error: Error) => file.destroy(error));
  child.once('error', (error) => file.destroy(error));
  child.once('close', (code) => {
    if (code === 0) file.end();
    else file.destroy(new Error(`Writing the spreadsheet failed: ${complaint || (code ?? 'killed')}`));
  });
  file.once('close', () => {
    child.kill('SIGKILL');
    stdin.destroy();
    stdout.destroy();
  });
  return file;
}
