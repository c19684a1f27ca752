import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import multipart from '@fastify/multipart';
import Fastify from 'fastify';
import { withUpload } from './receive-upload.ts';
import { openUploads } from './uploads-folder.ts';
import type { Uploads } from './uploads-folder.ts';

const app = Fastify();
let data = '';
let uploads: Uploads;
/** Resolves when a request of this test is over, however its caller disconnected. */
let over = Promise.withResolvers<string>();

before(async () => {
  data = mkdtempSync(join(tmpdir(), 'lms-receive-'));
  uploads = openUploads(data);
  await app.register(multipart);
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', (_request, body, done) => done(null, body));
  app.post('/', async (request) => {
    const limit = Number((request.query as { limit?: string }).limit ?? 10_000);
    try {
      const receiving = { uploads, clientId: 'client', timeLimit: limit };
      const text = await withUpload(request, receiving, async ({ path }) => await readFile(path, 'utf8'));
      over.resolve('received');
      return { text };
    } catch (error) {
      over.resolve((error as Error).message);
      throw error;
    }
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
after(async () => {
  await app.close();
  rmSync(data, { recursive: true });
});

const FORM = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nName\r\nAsha';
const KINDS = [
  ['application/json', '{"leads":'],
  ['multipart/form-data; boundary=b', FORM],
] as const;

/** Sends the start of a body of 1,000 bytes, and never the rest. */
function begin(type: string, beginning: string, limit: number) {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(
    `POST /?limit=${limit} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: 1000\r\n\r\n${beginning}`,
  );
  return socket;
}

test('an upload that does not end is refused after its time limit, and nothing of it stays', async () => {
  for (const [type, beginning] of KINDS) {
    over = Promise.withResolvers();
    const socket = begin(type, beginning, 50);
    const answer = new Promise<string>((resolve) =>
      socket.once('data', (chunk) => resolve(chunk.toString())),
    );
    assert.match(await answer, /^HTTP\/1\.1 408 .*The upload took too long. Please try again./s);
    assert.equal(await over.promise, 'The upload took too long. Please try again.');
    assert.deepEqual(readdirSync(uploads.folder), []);
    socket.destroy();
  }
});

test('a caller who hangs up midway leaves nothing', async () => {
  for (const [type, beginning] of KINDS) {
    over = Promise.withResolvers();
    const socket = begin(type, beginning, 10_000);
    socket.end();
    assert.notEqual(await over.promise, 'received');
    assert.deepEqual(readdirSync(uploads.folder), []);
  }
});

test('a body is stored byte for byte, and deleted afterwards', async () => {
  const body = `{"leads":[${'{"name":"Asha"},'.repeat(5000)}{}]}`;
  const reply = await app.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'application/json' },
    payload: body,
  });
  assert.equal(reply.json<{ text: string }>().text, body);
  assert.deepEqual(readdirSync(uploads.folder), []);
});
