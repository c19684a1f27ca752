import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify from 'fastify';
import { HeldAnswers } from '#server/http/held-answers.ts';
import type { Actor } from '#server/db/actors.ts';

const STALLED = 100;

test('a source that starts late is not blamed on its reader', async (t) => {
  const app = Fastify();
  t.after(async () => await app.close());
  const held = new HeldAnswers({ stalled: STALLED, longest: 60_000 }, 8);
  app.get('/', async (_request, reply) => {
    const late = async function* () {
      await wait(4 * STALLED);
      yield 'late';
    };
    await held.send(reply, { client: null } as Actor, async () => Readable.from(late()));
  });
  const { statusCode, body } = await app.inject('/');
  assert.deepEqual([statusCode, body], [200, 'late']);
});

test('a response that fails to start frees its place', async (t) => {
  const app = Fastify();
  t.after(async () => await app.close());
  const connections = 8;
  const held = new HeldAnswers({ stalled: 30_000, longest: 60_000 }, connections);
  const user = { client: { id: 'one' } } as Actor;
  app.get('/fails', async (_request, reply) => {
    await held.send(reply, user, async () => await Promise.reject(new Error('no connection')));
  });
  app.get('/', async (_request, reply) => {
    await held.send(reply, user, async () => Readable.from(['here']));
  });
  for (let times = 0; times < connections; times += 1)
    assert.equal((await app.inject('/fails')).statusCode, 500);
  assert.equal((await app.inject('/')).body, 'here');
});
