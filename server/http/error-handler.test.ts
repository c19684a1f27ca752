import assert from 'node:assert/strict';
import { test } from 'node:test';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { ErrorBody } from '#shared/errors.ts';
import { answerBrokenRequest, toHttpError } from '#server/http/error-handler.ts';

test('a connection that is lost is the database being away, whichever way the network says it', () => {
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

test('a schema or role that has gone with its client is a reason to ask again', () => {
  const gone = {
    '42P01': 'relation "a.leads" does not exist',
    '22023': 'role "lms_c_1" does not exist',
    '42704': 'role 237579 was concurrently dropped',
  };
  for (const [code, message] of Object.entries(gone))
    assert.equal(toHttpError(Object.assign(new Error(message), { code })).status, 503, code);
  assert.equal(toHttpError(Object.assign(new Error('bad'), { code: '22023' })).status, 422);
});

test('a full disk is said in words', () => {
  const refusal = toHttpError(Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' }));
  assert.deepEqual(
    [refusal.status, refusal.message],
    [503, 'The disk of the server is full. Nothing has been stored.'],
  );
});

test('what nobody expected is a plain 500 that says nothing of the inside', () => {
  const refusal = toHttpError(new Error('relation "leads" does not exist'));
  assert.equal(refusal.status, 500);
  assert.equal(refusal.message, 'Something went wrong on our side. Please try again.');
});

test('what is no HTTP is answered in the product’s own form', async (t) => {
  for (const [code, status] of [
    ['HPE_INVALID_METHOD', 400],
    ['HPE_HEADER_OVERFLOW', 431],
    ['ERR_HTTP_REQUEST_TIMEOUT', 408],
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
    const { success, message } = JSON.parse(body) as ErrorBody;
    assert.deepEqual([success, message.endsWith('.')], [false, true]);
  }
});
