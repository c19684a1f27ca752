import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { BackupWriter } from '#server/backup/container.ts';

test('a backup records the length and digest of each of its files', async () => {
  const writer = new BackupWriter();
  const taken = buffer(writer.stream);
  for (const text of ['', 'x', 'नमस्ते'.repeat(50_000)]) {
    const written = await writer.add(
      `${text.length}.csv`,
      Readable.from(text === '' ? [] : [Buffer.from(text)]),
    );
    const sha256 = createHash('sha256').update(text).digest('hex');
    assert.deepEqual(written, { bytes: Buffer.byteLength(text), sha256 });
  }
  writer.addText('end.txt', '');
  writer.stream.destroy();
  await taken.catch(() => {});
});
