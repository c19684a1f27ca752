import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { unchecked } from '#shared/protocol/unchecked.ts';
import type { Database } from '#server/db/database.ts';
import { Mirror } from '#server/mirror/mirror.ts';

/**
 * A follower without a database, the number of copies that it has tried, and the announcements of another
 * process. Its timers keep no process alive.
 */
function follower() {
  const copies = { tried: 0 };
  const heard: ((said: { type: 'changed'; from: string; clientId: string }) => void)[] = [];
  const database = unchecked<Database>({
    ownWrites: { id: 'here', hear: () => () => {} },
    announcements: { subscribe: (hear: (typeof heard)[number]) => (heard.push(hear), () => {}) },
    get following() {
      copies.tried += 1;
      throw new Error('There is no database.');
    },
  });
  const mirror = new Mirror(database, () => {});
  const say = (from: string) => {
    for (const hear of heard) hear({ type: 'changed', from, clientId: 'a client' });
  };
  return { mirror, copies, say };
}

test('an announcement of another process counts as news at once, and one of this process does not', async () => {
  const { mirror, say } = follower();
  assert.equal(await mirror.news(), false);
  say('here');
  assert.equal(await mirror.news(), false);
  say('there');
  assert.equal(await mirror.news(), true);
});

test('changes are collected for five seconds, or until fifty clients have some', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { mirror, copies } = follower();
  for (let client = 1; client < 50; client += 1) mirror.note(`client ${client}`);
  t.mock.timers.tick(4900);
  await turn();
  assert.equal(copies.tried, 0);
  mirror.note('client 50');
  t.mock.timers.tick(1);
  await turn();
  assert.ok(copies.tried > 0);

  const other = follower();
  other.mirror.note('a client');
  t.mock.timers.tick(5000);
  await turn();
  assert.equal(other.copies.tried, 1);
});

test('a client counts as late once its changes have waited for ten seconds', (t) => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const { mirror } = follower();
  mirror.note('a client');
  now = 9000;
  mirror.note('a client');
  assert.equal(mirror.late, 0);
  now = 10_001;
  assert.equal(mirror.late, 1);
});
