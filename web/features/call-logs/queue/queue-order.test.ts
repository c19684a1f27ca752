import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beside, firstNew } from '#web/features/call-logs/queue/queue-order.ts';
import type { Call } from '#web/leads/ways/call-way.ts';

const callsOf = (ids: string): Call[] =>
  [...ids].map((lead_id) => ({ lead_id, name: lead_id, about: 'New', due: null }));

test('each lead of a list is called once and in its order, although a call moves its lead', async () => {
  let list = [...'abcdef'];
  const nextOf = async (id: string) => await Promise.resolve(list[list.indexOf(id) + 1] ?? null);
  const loaded = callsOf('abc');
  const called: string[] = [];
  let current: string | undefined = 'a';
  while (current) {
    const id: string = current;
    const { after } = beside(loaded, ({ lead_id }) => lead_id === id, called);
    current = after?.lead_id ?? (await firstNew(await nextOf(id), [...called, id], nextOf));
    called.push(id);
    // Called leads are due tomorrow, before e and f.
    const rest = list.filter((one) => !called.includes(one));
    list = rest.flatMap((one) => (one === 'e' ? [...called, one] : [one]));
  }
  assert.deepEqual(called, [...'abcdef']);
});

test('the way back is the way there, and goes on past leads that were called from the list beside the form', () => {
  const { before, after } = beside(callsOf('abcd'), ({ lead_id }) => lead_id === 'b', ['a', 'c']);
  assert.deepEqual([before?.lead_id, after?.lead_id], ['a', 'd']);
  assert.deepEqual(
    beside(callsOf('abcd'), ({ lead_id }) => lead_id === 'e', []),
    { before: undefined, after: undefined },
  );
});
