import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { temporaryFolder } from '#test/servers/embedded-servers.ts';
import { DRAFT, seal, unseal } from './sealed-file.ts';

const folder = temporaryFolder();
const key = randomBytes(32);
const content = Buffer.concat([randomBytes(50_000), Buffer.alloc(400_000)]);

async function opened(path: string, withKey = key, name?: string): Promise<Buffer> {
  const target = new PassThrough();
  const [bytes] = await Promise.all([
    buffer(target),
    unseal(path, withKey, target, name).catch((error: Error) => {
      target.end();
      throw error;
    }),
  ]);
  return bytes;
}

test('a sealed file gives back what was sealed, and shows none of it', async () => {
  const path = join(folder, 'whole');
  await seal(Readable.from([content]), path, key);
  assert.ok((await opened(path)).equals(content));
  assert.ok(!readFileSync(path).includes(content.subarray(0, 32)));
});

test('a file that was changed, cut, renamed or sealed with another key gives nothing', async () => {
  const path = join(folder, 'changed');
  await seal(Readable.from([content]), path, key);
  const bytes = readFileSync(path);
  for (let at = 0; at < bytes.length; at += Math.ceil(bytes.length / 40)) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    writeFileSync(path, changed);
    await assert.rejects(opened(path), /is damaged/, `byte ${at}`);
  }
  for (const length of [0, 1, 40, bytes.length - 1]) {
    writeFileSync(path, bytes.subarray(0, length));
    await assert.rejects(opened(path), /is damaged/, `${length} bytes`);
  }
  writeFileSync(path, bytes);
  await assert.rejects(opened(path, randomBytes(32)), /another key/);
  copyFileSync(path, join(folder, 'renamed'));
  await assert.rejects(opened(join(folder, 'renamed')), /another key/);
});

test('a source that fails leaves no file', async () => {
  const path = join(folder, 'failed');
  const failing = Readable.from(
    (function* parts() {
      yield content;
      throw new Error('The disk broke.');
    })(),
  );
  await assert.rejects(seal(failing, path, key), /The disk broke/);
  assert.ok(!existsSync(path) && !existsSync(path + DRAFT));
});
