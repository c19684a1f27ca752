/** Excel 97–2003 files for the import tests. */
import { four, two } from './crafted-files.ts';

const SECTOR = 512;
const END_OF_CHAIN = 0xfffffffe;

const record = (id: number, ...data: Buffer[]) => {
  const body = Buffer.concat(data);
  return Buffer.concat([two(id), two(body.length), body]);
};
const wide = (text: string) => Buffer.from(text, 'utf16le');
const double = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
};
const begin = (kind: number) => record(0x0809, two(0x0600), two(kind), Buffer.alloc(12));
const end = record(0x000a);

export type XlsCell = string | number | boolean | { date: number };

/** An .xls file with one sheet; `encrypted` adds a password record after the workbook's start. */
export function xls(rows: XlsCell[][], encrypted = false): Buffer {
  const pass = encrypted ? record(0x002f, Buffer.alloc(54)) : Buffer.alloc(0);
  // Style 0 is a plain number, style 1 a date (built-in format 22).
  const styles = [0, 22].map((format) => record(0x00e0, two(0), two(format), Buffer.alloc(16)));
  const name = Buffer.concat([Buffer.from([5, 1]), wide('Leads')]);
  const globals = (at: number) =>
    Buffer.concat([begin(5), pass, ...styles, record(0x0085, four(at), two(0), name), end]);
  const cells = rows.flatMap((row, y) => row.map((cell, x) => cellRecord(y, x, cell)));
  return compound(Buffer.concat([globals(globals(0).length), begin(0x10), ...cells, end]));
}

function cellRecord(y: number, x: number, cell: XlsCell): Buffer {
  const place = [two(y), two(x), two(typeof cell === 'object' ? 1 : 0)];
  if (typeof cell === 'string')
    return record(0x0204, ...place, two(cell.length), Buffer.from([1]), wide(cell));
  if (typeof cell === 'boolean') return record(0x0205, ...place, Buffer.from([cell ? 1 : 0, 0]));
  return record(0x0203, ...place, double(typeof cell === 'object' ? cell.date : cell));
}

/** A compound file (OLE2) with one stream called Workbook. */
export function compound(stream: Buffer, streamName = 'Workbook'): Buffer {
  // Streams below 4,096 bytes would go to the mini stream, so this one is padded.
  const sectors = Math.max(8, Math.ceil(stream.length / SECTOR));
  const content = Buffer.concat([stream, Buffer.alloc(sectors * SECTOR - stream.length)]);
  const tables = Math.ceil((sectors + 1 + 1) / 127) + 1;
  const table = Buffer.alloc(tables * SECTOR, 0xff);
  const chain = (from: number, count: number) => {
    for (let index = 0; index < count; index++) {
      table.writeUInt32LE(index === count - 1 ? END_OF_CHAIN : from + index + 1, (from + index) * 4);
    }
  };
  for (let index = 0; index < tables; index++) table.writeUInt32LE(0xfffffffd, index * 4);
  chain(tables, 1);
  chain(tables + 1, sectors);
  const header = Buffer.alloc(SECTOR, 0xff);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.fill(0, 8, 76);
  for (const [at, value] of [
    [24, 0x3e],
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
  ] as const)
    header.writeUInt16LE(value, at);
  for (const [at, value] of [
    [44, tables],
    [48, tables],
    [56, 4096],
    [60, END_OF_CHAIN],
    [68, END_OF_CHAIN],
  ] as const) {
    header.writeUInt32LE(value, at);
  }
  for (let index = 0; index < Math.min(109, tables); index++) header.writeUInt32LE(index, 76 + index * 4);
  const directory = Buffer.concat([
    entry('Root Entry', 5, END_OF_CHAIN, 0),
    entry(streamName, 2, tables + 1, content.length),
    Buffer.alloc(256),
  ]);
  return Buffer.concat([header, table, directory, content]);
}

function entry(name: string, type: number, start: number, size: number): Buffer {
  const bytes = Buffer.alloc(128);
  wide(name).copy(bytes);
  bytes.writeUInt16LE((name.length + 1) * 2, 64);
  bytes[66] = type;
  bytes.fill(0xff, 68, 80);
  if (type === 5) bytes.writeUInt32LE(1, 76);
  bytes.writeUInt32LE(start >>> 0, 116);
  bytes.writeUInt32LE(size, 120);
  return bytes;
}
