/**
 * The process that writes one spreadsheet and ends: titles by one message, rows as JSON lines on its standard input, the
 * file on its standard output. It has no database, no network and no secrets; whoever started it may kill it.
 */
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { writeXlsxStream } from 'hucre/xlsx';

export type WriteTask = { sheet: string; titles: string[]; maxRowsPerSheet: number };

/** The most characters a cell of a spreadsheet may have. */
const MAX_CELL = 32_767;

type Cell = string | number | null;

/** Rows of the sheet, the titles first; what follows the last line feed of a chunk waits for the next. */
async function* rows({ titles }: WriteTask): AsyncGenerator<Cell[]> {
  yield fitting(titles);
  let rest = '';
  for await (const chunk of process.stdin.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield fitting(JSON.parse(line) as Cell[]);
  }
}

/** Text in which `_x0041_` means itself and not the letter A, as the format would have it, within what a cell may hold. */
function fitting(cells: Cell[]): Cell[] {
  return cells.map((cell) =>
    typeof cell === 'string' ? cell.slice(0, MAX_CELL).replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_') : cell,
  );
}

async function run(task: WriteTask): Promise<void> {
  const { sheet, maxRowsPerSheet } = task;
  const file = writeXlsxStream(rows(task), { name: sheet, maxRowsPerSheet, repeatHeaders: true });
  for await (const chunk of file) {
    if (!process.stdout.write(chunk)) await once(process.stdout, 'drain');
  }
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
