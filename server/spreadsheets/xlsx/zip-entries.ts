import { createInflateRaw } from 'node:zlib';
import { cutOff, damaged, passwordProtected } from '#server/spreadsheets/unreadable-file.ts';

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
/** Enough for a sheet for each day of five years. */
const MOST_ENTRIES = 2000;
/** Replaces a number that is stored among the 64-bit ones. */
const ELSEWHERE = 0xffffffff;
const END_64 = 0x06064b50;
const END_64_PLACE = 0x07064b50;
const EXTRA_64 = 1;
/** Bytes that one pass over a file may unpack, counted while unpacking. */
const MOST_INFLATED = 100 * 1024 * 1024;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;

type Entry = { method: number; compressedSize: number; header: number };

/**
 * The entries of a zip file, found through its directory. Ignores the declared sizes of unpacked data, and
 * uses local headers only for their length. Throws UnreadableFile.
 */
export class ZipEntries {
  readonly #bytes: Buffer;
  readonly #entries: Map<string, Entry>;
  #inflated = 0;
  #read = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#entries = directory(bytes);
  }

  get names(): string[] {
    return [...this.#entries.keys()];
  }

  has(name: string): boolean {
    return this.#entries.has(folded(name));
  }

  /** Compressed bytes read since `rewind`. */
  get bytesRead(): number {
    return this.#read;
  }

  /** Starts a new pass with a fresh limit. */
  rewind(): void {
    this.#inflated = 0;
    this.#read = 0;
  }

  /** Unpacks an entry piece by piece. */
  async *unpack(name: string): AsyncGenerator<Buffer, void, undefined> {
    const entry = this.#entries.get(folded(name));
    if (!entry) throw damaged();
    const packed = contentOf(this.#bytes, entry);
    if (entry.method === STORED) {
      this.#count(packed.length);
      this.#read += packed.length;
      yield packed;
      return;
    }
    const before = this.#read;
    const inflate = createInflateRaw({ chunkSize: 64 * 1024 });
    inflate.end(packed);
    try {
      for await (const piece of inflate as AsyncIterable<Buffer>) {
        this.#count(piece.length);
        this.#read = before + inflate.bytesWritten;
        yield piece;
      }
    } catch (error) {
      throw isZlibError(error) ? damaged() : error;
    } finally {
      inflate.destroy();
    }
  }

  #count(bytes: number): void {
    this.#inflated += bytes;
    if (this.#inflated > MOST_INFLATED) throw damaged();
  }
}

const isZlibError = (error: unknown) =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');

/** Finds parts regardless of case, and of spaces and letters written as `%20`. */
function folded(name: string): string {
  const plain = name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

function directory(bytes: Buffer): Map<string, Entry> {
  let { at, count } = beginning(bytes);
  if (count > MOST_ENTRIES) throw damaged();
  const entries = new Map<string, Entry>();
  for (; count > 0; count--) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) throw damaged();
    if (bytes.readUInt16LE(at + 8) & ENCRYPTED) throw passwordProtected();
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
    const extraEnd = nameEnd + bytes.readUInt16LE(at + 30);
    const name = folded(bytes.toString('utf8', at + 46, nameEnd));
    if (entries.has(name)) throw damaged();
    entries.set(name, entryAt(bytes, at, bytes.subarray(nameEnd, extraEnd)));
    at = extraEnd + bytes.readUInt16LE(at + 32);
  }
  refuseOverlaps(bytes, entries);
  return entries;
}

/** Where the directory begins, and how many entries it has. */
function beginning(bytes: Buffer): { at: number; count: number } {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0) throw cutOff();
  if (end + 22 > bytes.length || bytes.readUInt32LE(end) !== END_OF_DIRECTORY) throw damaged();
  const [count, at] = [bytes.readUInt16LE(end + 10), bytes.readUInt32LE(end + 16)];
  if (count !== 0xffff && at !== ELSEWHERE) return { at, count };
  const place = end - 20;
  if (place < 0 || bytes.readUInt32LE(place) !== END_64_PLACE) throw damaged();
  const end64 = wide(bytes, place + 8);
  if (end64 + 56 > bytes.length || bytes.readUInt32LE(end64) !== END_64) throw damaged();
  return { at: wide(bytes, end64 + 48), count: wide(bytes, end64 + 32) };
}

/**
 * An entry of the directory; numbers that some writers always store as 64-bit ones (Zip64) are read from
 * there.
 */
function entryAt(bytes: Buffer, at: number, extra: Buffer): Entry {
  const [size, compressed, header] = [24, 20, 42].map((offset) => bytes.readUInt32LE(at + offset));
  let [field, end] = [0, 0];
  for (; field + 4 <= extra.length; field = end) {
    end = field + 4 + extra.readUInt16LE(field + 2);
    if (extra.readUInt16LE(field) === EXTRA_64) break;
  }
  let next = field + 4;
  const [, compressedSize = 0, place = 0] = [size, compressed, header].map((number) => {
    if (number !== ELSEWHERE) return number;
    if (next + 8 > Math.min(end, extra.length)) throw damaged();
    next += 8;
    return wide(extra, next - 8);
  });
  return { method: bytes.readUInt16LE(at + 10), compressedSize, header: place };
}

/** A 64-bit number; rounding is harmless because no readable file is that large. */
const wide = (bytes: Buffer, at: number) => Number(bytes.readBigUInt64LE(at));

function contentOf(bytes: Buffer, { header, compressedSize, method }: Entry): Buffer {
  if (header + 30 > bytes.length || bytes.readUInt32LE(header) !== LOCAL_HEADER) throw damaged();
  if (method !== STORED && method !== DEFLATED) throw damaged();
  const from = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
  if (from + compressedSize > bytes.length) throw damaged();
  return bytes.subarray(from, from + compressedSize);
}

/** Rejects entries that share their bytes, which would unpack the same bomb many times over. */
function refuseOverlaps(bytes: Buffer, entries: Map<string, Entry>): void {
  const sorted = [...entries.values()].toSorted((a, b) => a.header - b.header);
  let end = 0;
  for (const entry of sorted) {
    if (entry.header < end) throw damaged();
    const content = contentOf(bytes, entry);
    end = content.byteOffset - bytes.byteOffset + content.length;
  }
}
