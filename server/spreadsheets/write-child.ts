/**
 * The process that writes one spreadsheet and exits: columns arrive in one message, rows as COPY text on
 * standard input; the file goes to standard output. It has no database, network or secrets; its parent may
 * kill it.
 */
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import yazl from 'yazl';
import {
  SHEET_END,
  SHEET_START,
  rowXml,
  sheetPath,
  workbookParts,
} from '#server/spreadsheets/xlsx/sheet-xml.ts';
import type { Cell, SheetColumn } from '#server/spreadsheets/xlsx/sheet-xml.ts';

export type WriteTask = { sheet: string; columns: SheetColumn[]; maxRowsPerSheet: number };

/**
 * On a scale of 1 to 9: the XML of cells is so repetitive that a higher level takes far more time for little
 * gain.
 */
const LEVEL = 1;

/** The rows of complete lines; the rest of a chunk after its last line feed waits for the next chunk. */
async function* batches(columns: readonly SheetColumn[], perSheet: number): AsyncGenerator<Cell[][]> {
  const row = (line: string) => line.split('\t').map((field, at) => cellOf(field, columns[at]?.isNumber));
  let rest = '';
  let room = perSheet;
  for await (const chunk of process.stdin.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    // No batch spans two sheets.
    while (lines.length > 0) {
      const batch = lines.splice(0, room).map(row);
      room = batch.length < room ? room - batch.length : perSheet;
      yield batch;
    }
  }
}

const CONTROLS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** A field of COPY's text format as a cell. */
function cellOf(field: string, isNumber: boolean | undefined): Cell {
  if (field === '\\N') return null;
  if (isNumber) return Number(field);
  if (!field.includes('\\')) return field;
  return field.replaceAll(/\\(.)/g, (_, sign: string) => CONTROLS[sign] ?? sign);
}

/** Adds the sheets one after another, each with the titles; returns their number. */
async function addSheets(file: yazl.ZipFile, { columns, maxRowsPerSheet }: WriteTask): Promise<number> {
  const titles = columns.map(({ title }) => title);
  const rows = batches(columns, maxRowsPerSheet - 1);
  let batch = await rows.next();
  const sheet = async function* () {
    let number = 1;
    yield SHEET_START + rowXml(number, titles);
    while (!batch.done && number < maxRowsPerSheet) {
      let xml = '';
      for (const cells of batch.value) {
        number += 1;
        xml += rowXml(number, cells);
      }
      yield xml;
      batch = await rows.next();
    }
    yield SHEET_END;
  };
  let sheets = 0;
  do {
    sheets += 1;
    const xml = Readable.from(sheet(), { objectMode: false });
    file.addReadStream(xml, sheetPath(sheets), { compressionLevel: LEVEL });
    await finished(xml);
  } while (!batch.done);
  return sheets;
}

async function run(task: WriteTask): Promise<void> {
  const file = new yazl.ZipFile();
  const sent = send(file.outputStream);
  const sheets = await addSheets(file, task);
  for (const [path, xml] of Object.entries(workbookParts(task.sheet, sheets)))
    file.addBuffer(Buffer.from(xml), path);
  file.end();
  await sent;
}

async function send(file: NodeJS.ReadableStream): Promise<void> {
  for await (const chunk of file) if (!process.stdout.write(chunk)) await once(process.stdout, 'drain');
}

setPriority(15);
process.on('disconnect', () => process.exit(1));
process.once('message', (task) => {
  run(task as WriteTask)
    .then(() => process.stdout.end(() => process.exit(0)))
    .catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`, () =>
        process.exit(1),
      );
    });
});
