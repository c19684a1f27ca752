import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { Transform, Writable } from 'node:stream';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { UnusableBackup } from '#server/backup/container.ts';
import { syncFolder } from '#server/embedded/folders.ts';

/** The ending of a file that is still being written. */
export const DRAFT = '.part';

/** Zstandard’s fastest level: it takes a fraction of gzip’s time. */
const LEVEL = 1;

const MAGIC = Buffer.from('LMS-SEALED-1\n');
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = MAGIC.length + NONCE_BYTES;
/** AES-GCM keeps its promises for 64 GiB under one nonce. */
const MOST_BYTES = 60 * 1024 ** 3;

/** The AES-256 key in the text of a key file. */
export const keyOf = (secret: string): Buffer => Buffer.from(secret, 'base64url');

/** Identifies a key without revealing it. */
export const fingerprintOf = (key: Buffer): string =>
  createHash('sha256').update('fingerprint ').update(key).digest('hex').slice(0, 16);

/**
 * Writes a stream, compressed and encrypted (AES-256-GCM), into a file that appears complete or not at all.
 * `name` is authenticated, so one file cannot be passed off as another. Returns its size in bytes.
 */
export async function seal(
  source: Readable,
  path: string,
  key: Buffer,
  name = basename(path),
): Promise<number> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name));
  let bytes = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(
        bytes > MOST_BYTES ? new UnusableBackup(`${basename(path)} would be larger than 60 GiB.`) : null,
        chunk,
      );
    },
  });
  const draft = `${path}${DRAFT}`;
  try {
    const target = createWriteStream(draft, { mode: 0o600, flush: true });
    target.write(Buffer.concat([MAGIC, nonce]));
    await pipeline(
      source,
      createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: LEVEL } }),
      count,
      cipher,
      target,
      { end: false },
    );
    await new Promise<void>((resolve, reject) => {
      target.once('error', reject).end(cipher.getAuthTag(), resolve);
    });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(dirname(path));
  return bytes + HEAD_BYTES + TAG_BYTES;
}

/**
 * Decrypts a sealed file into `target`, after the whole file has been authenticated: nothing damaged or forged
 * is ever unpacked. `name` is the name with which it was sealed. Throws UnusableBackup for a damaged file or
 * another key.
 */
export async function unseal(
  path: string,
  key: Buffer,
  target: NodeJS.WritableStream,
  name = basename(path),
): Promise<void> {
  const { nonce, tag, end } = await readHead(path);
  const decipher = () => {
    const made = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name)).setAuthTag(tag);
    return { body: createReadStream(path, { start: HEAD_BYTES, end }), made };
  };
  const check = decipher();
  await pipeline(check.body, check.made, nowhere()).catch((error: unknown) => {
    throw new UnusableBackup(`${path} is damaged, or was encrypted with another key.`, { cause: error });
  });
  const { body, made } = decipher();
  await pipeline(body, made, createZstdDecompress(), target);
}

/** A stream that forgets what it gets. */
export const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

async function readHead(path: string): Promise<{ nonce: Buffer; tag: Buffer; end: number }> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw new UnusableBackup(`${path} cannot be read.`, { cause: error });
  });
  try {
    const { size } = await file.stat();
    const [head, tag] = [Buffer.alloc(HEAD_BYTES), Buffer.alloc(TAG_BYTES)];
    await file.read(head, 0, HEAD_BYTES, 0);
    await file.read(tag, 0, TAG_BYTES, Math.max(0, size - TAG_BYTES));
    if (size <= HEAD_BYTES + TAG_BYTES || !head.subarray(0, MAGIC.length).equals(MAGIC))
      throw new UnusableBackup(`${path} is damaged: it is no sealed file.`);
    return { nonce: head.subarray(MAGIC.length), tag, end: size - TAG_BYTES - 1 };
  } finally {
    await file.close();
  }
}
