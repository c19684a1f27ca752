import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { Transform, Writable } from 'node:stream';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { openPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import yazl from 'yazl';
import { MANIFEST, Manifest } from '#server/backup/manifest.ts';
import type { BackupFile } from '#server/backup/manifest.ts';

/** A message that explains why a file is not a backup or cannot be restored. */
export class UnusableBackup extends Error {
  override name = 'UnusableBackup';
}

/** On a scale of 1 to 9: shrinks a leads table to a fifth and leaves the processor to others. */
const COMPRESSION = 3;
const GONE = 'Nobody takes the backup any more.';
const CHUNK_BYTES = 128 * 1024;
/** Entries are readable only by their owner wherever the file is unpacked. */
const ENTRY = { compressionLevel: COMPRESSION, mode: 0o100600 };

/** Writes files one after another into a ZIP, which `stream` emits as it grows. */
export class BackupWriter {
  readonly #zip = new yazl.ZipFile();
  readonly stream = this.#zip.outputStream as Readable;

  constructor() {
    this.#zip.on('error', (error: Error) => this.stream.destroy(error));
  }

  /**
   * Adds the bytes of a stream; returns their count and SHA-256. Throws when the source or the reader fails.
   */
  async add(path: string, source: Readable): Promise<Pick<BackupFile, 'bytes' | 'sha256'>> {
    // A connection that ends later emits an error on the abandoned source too.
    source.on('error', () => {});
    const hash = createHash('sha256');
    let bytes = 0;
    const tap = new Transform({
      highWaterMark: CHUNK_BYTES,
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        bytes += chunk.length;
        done(null, chunk);
      },
    });
    const leave = () => tap.destroy(new Error(GONE));
    if (this.stream.destroyed) {
      source.destroy();
      throw new Error(GONE);
    }
    this.stream.once('close', leave);
    this.#zip.addReadStream(tap, path, ENTRY);
    await pipeline(source, tap).finally(() => this.stream.off('close', leave));
    return { bytes, sha256: hash.digest('hex') };
  }

  addText(path: string, text: string): void {
    this.#zip.addBuffer(Buffer.from(text), path, ENTRY);
  }

  /** Adds the manifest, which makes the file a backup, and ends the file. */
  end(manifest: Manifest): void {
    this.addText(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
    this.#zip.end();
  }
}

const forbidden = (file: string) =>
  `This user may not read ${file}. Change the file’s owner or its permissions.`;
/** Answers to errors of the system, by their codes. */
const UNREADABLE: Record<string, (file: string) => string> = {
  ENOENT: (file) => `There is no file ${file}.`,
  EACCES: forbidden,
  EPERM: forbidden,
};

/** A backup opened for reading. */
export class BackupReader {
  readonly manifest: Manifest;
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, manifest: Manifest) {
    this.#zip = zip;
    this.#entries = entries;
    this.manifest = manifest;
  }

  /** Throws UnusableBackup if the file is missing, damaged, incomplete or not a backup. */
  static async open(file: string): Promise<BackupReader> {
    const name = basename(file);
    const zip = await openPromise(file, { lazyEntries: true, autoClose: false }).catch((error: unknown) => {
      const code = (error as NodeJS.ErrnoException).code ?? '';
      throw new UnusableBackup(UNREADABLE[code]?.(file) ?? `${name} isn’t an LMS backup, or is damaged.`, {
        cause: error,
      });
    });
    try {
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
      return new BackupReader(zip, entries, await manifestOf(zip, entries.get(MANIFEST)));
    } catch (error) {
      zip.close();
      throw new UnusableBackup(`${name} isn’t an LMS backup, or is damaged.`, { cause: error });
    }
  }

  /** The bytes of a file. Throws UnusableBackup when the backup lacks it. */
  async read({ path }: BackupFile): Promise<Readable> {
    const entry = this.#entries.get(path);
    if (!entry) throw new UnusableBackup(`The backup is damaged: ${path} is missing.`);
    return await this.#zip.openReadStreamPromise(entry);
  }

  /**
   * Reads everything and compares it with the manifest. Throws UnusableBackup naming the first damaged file.
   */
  async check(): Promise<void> {
    for (const file of this.manifest.files) {
      const hash = createHash('sha256');
      const count = new Writable({
        highWaterMark: CHUNK_BYTES,
        write(chunk: Buffer, _encoding, done) {
          hash.update(chunk);
          done();
        },
      });
      await pipeline(await this.read(file), count).catch((error: unknown) => {
        throw new UnusableBackup(`The backup is damaged: ${file.path} cannot be read.`, { cause: error });
      });
      if (hash.digest('hex') !== file.sha256)
        throw new UnusableBackup(`The backup is damaged: ${file.path} is not as it was written.`);
    }
  }

  close(): void {
    this.#zip.close();
  }
}

async function manifestOf(zip: ZipFile, entry: Entry | undefined): Promise<Manifest> {
  if (!entry) throw new Error('There is no manifest.');
  const bytes = await buffer(await zip.openReadStreamPromise(entry));
  if (crc32(bytes) !== entry.crc32) throw new Error('The manifest is damaged.');
  return Manifest.parse(JSON.parse(bytes.toString()));
}
