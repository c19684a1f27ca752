import assert from 'node:assert/strict';
import { test } from 'node:test';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import type { ErrorBody } from '#shared/protocol/errors.ts';
import { isDiskFull } from '#server/disk.ts';
import { answerBrokenRequest, handleErrors, toHttpError } from '#server/http/error-handler.ts';

test('a lost connection counts as an unavailable database, whatever the network error', () => {
  for (const code of [
    'EPIPE',
    'ECONNRESET',
    'ECONNREFUSED',
    'ENOENT',
    'ETIMEDOUT',
    '57P01',
    '08006',
    '25P03',
  ])
    assert.equal(toHttpError(Object.assign(new Error('lost'), { code })).status, 503, code);
  for (const message of [
    'Connection terminated unexpectedly',
    'timeout expired',
    'Client was closed and is not queryable',
  ])
    assert.equal(toHttpError(new Error(message)).status, 503, message);
});

test('a schema or role dropped with its client is a retryable error', () => {
  const gone = {
    '42P01': 'relation "a.leads" does not exist',
    '22023': 'role "lms_c_1" does not exist',
    '42704': 'role 237579 was concurrently dropped',
  };
  for (const [code, message] of Object.entries(gone))
    assert.equal(toHttpError(Object.assign(new Error(message), { code })).status, 503, code);
  assert.equal(toHttpError(Object.assign(new Error('bad'), { code: '22023' })).status, 422);
});

const DISK_FULL = 'The disk of the server is full. Nothing has been stored.';

test('a full disk is reported with a message, wherever it is noticed', async (t) => {
  for (const code of ['ENOSPC', '53100']) {
    const refusal = toHttpError(Object.assign(new Error('no space left'), { code }));
    assert.deepEqual([refusal.status, refusal.code, refusal.message], [503, 'disk_full', DISK_FULL], code);
  }
  const failures: Record<string, [status: number, code: string]> = {
    'Connection terminated unexpectedly': [503, 'disk_full'],
    'relation "leads" does not exist': [500, 'internal'],
  };
  for (const [message, wanted] of Object.entries(failures)) {
    const app = Fastify();
    t.after(() => app.close());
    handleErrors(app, () => true);
    app.get('/', () => {
      throw new Error(message);
    });
    const reply = await app.inject('/');
    assert.deepEqual([reply.statusCode, reply.json<ErrorBody>().code], wanted);
  }
});

test('a disk counts as full when PostgreSQL has no room for its log', () => {
  const free = (megabytes: number) => isDiskFull('/', () => ({ bavail: megabytes * 256, bsize: 4096 }));
  assert.deepEqual([free(0), free(8), free(16), free(5000)], [true, true, false, false]);
  assert.equal(isDiskFull('/no/such/folder'), false);
});

test('an unexpected error is a plain 500 that reveals nothing internal', () => {
  const refusal = toHttpError(new Error('relation "leads" does not exist'));
  assert.equal(refusal.status, 500);
  assert.equal(refusal.message, 'Something went wrong on our side. Please try again.');
});

test('malformed HTTP gets the product’s own error body', async (t) => {
  for (const [code, status, name] of [
    ['HPE_INVALID_METHOD', 400, 'bad_request'],
    ['HPE_HEADER_OVERFLOW', 431, 'too_large'],
    ['ERR_HTTP_REQUEST_TIMEOUT', 408, 'too_slow'],
  ] as const) {
    const server = createServer((socket) =>
      answerBrokenRequest(Object.assign(new Error(code), { code }), socket),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => server.close());
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
    let text = '';
    for await (const chunk of socket) text += chunk as string;
    const [head = '', body = ''] = text.split('\r\n\r\n');
    assert.match(head, new RegExp(`^HTTP/1.1 ${status} `));
    const answer = JSON.parse(body) as ErrorBody;
    assert.deepEqual([answer.success, answer.code, answer.message.endsWith('.')], [false, name, true]);
  }
});
