import { createInflateRaw } from 'node:zlib';
import { cutOff, damaged, passwordProtected } from './unreadable-file.ts';

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const MOST_ENTRIES = 200;
/** Bytes that one pass over a file may unpack, counted while unpacking. */
const MOST_INFLATED = 100 * 1024 * 1024;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;

type Entry = { method: number; compressedSize: number; header: number };

/**
 * The entries of a zip file, found by its directory. No size that the file declares about unpacked data is used;
 * local headers are used for nothing but their length. Throws UnreadableFile.
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

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** Compressed bytes read since `rewind`. */
  get bytesRead(): number {
    return this.#read;
  }

  /** Starts a new pass with a new allowance. */
  rewind(): void {
    this.#inflated = 0;
    this.#read = 0;
  }

  /** Unpacks an entry piece by piece. */
  async *unpack(name: string): AsyncGenerator<Buffer, void, undefined> {
    const entry = this.#entries.get(name);
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

function directory(bytes: Buffer): Map<string, Entry> {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0) throw cutOff();
  if (end + 22 > bytes.length || bytes.readUInt32LE(end) !== END_OF_DIRECTORY) throw damaged();
  const count = bytes.readUInt16LE(end + 10);
  if (count > MOST_ENTRIES) throw damaged();
  const entries = new Map<string, Entry>();
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) throw damaged();
    if (bytes.readUInt16LE(at + 8) & ENCRYPTED) throw passwordProtected();
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength).replaceAll('\\', '/');
    const entry = {
      method: bytes.readUInt16LE(at + 10),
      compressedSize: bytes.readUInt32LE(at + 20),
      header: bytes.readUInt32LE(at + 42),
    };
    if (entries.has(name)) throw damaged();
    entries.set(name, entry);
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  refuseOverlaps(bytes, entries);
  return entries;
}

function contentOf(bytes: Buffer, { header, compressedSize, method }: Entry): Buffer {
  if (header + 30 > bytes.length || bytes.readUInt32LE(header) !== LOCAL_HEADER) throw damaged();
  if (method !== STORED && method !== DEFLATED) throw damaged();
  const from = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
  if (from + compressedSize > bytes.length) throw damaged();
  return bytes.subarray(from, from + compressedSize);
}

/** Entries that share their bytes unpack the same bomb many times over. */
function refuseOverlaps(bytes: Buffer, entries: Map<string, Entry>): void {
  const sorted = [...entries.values()].sort((a, b) => a.header - b.header);
  let end = 0;
  for (const entry of sorted) {
    if (entry.header < end) throw damaged();
    const content = contentOf(bytes, entry);
    end = content.byteOffset - bytes.byteOffset + content.length;
  }
}
