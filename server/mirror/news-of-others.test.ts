import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unchecked } from '#shared/protocol/unchecked.ts';
import type { Database } from '#server/db/database.ts';
import { Mirror } from '#server/mirror/mirror.ts';

/**
 * A follower without a database, and the announcements of another process. Its timers keep no process alive;
 * where other tests do, its reads fail unheard.
 */
function follower() {
  const heard: ((said: { type: 'changed'; from: string; clientId: string }) => void)[] = [];
  const database = unchecked<Database>({
    ownWrites: { id: 'here', hear: () => () => {} },
    announcements: { subscribe: (hear: (typeof heard)[number]) => (heard.push(hear), () => {}) },
  });
  const mirror = new Mirror(database, () => {});
  const say = (from: string) => {
    for (const hear of heard) hear({ type: 'changed', from, clientId: 'a client' });
  };
  return { mirror, say };
}

test('an announcement of another process counts as news at once, and one of this process does not', async () => {
  const { mirror, say } = follower();
  assert.equal(await mirror.news(), false);
  say('here');
  assert.equal(await mirror.news(), false);
  say('there');
  assert.equal(await mirror.news(), true);
});
