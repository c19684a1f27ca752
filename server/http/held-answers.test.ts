import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify from 'fastify';
import { HeldAnswers } from '#server/http/held-answers.ts';
import type { Actor } from '#server/db/scope.ts';

const STALLED = 100;

test('a source that begins late is no fault of its reader', async (t) => {
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
