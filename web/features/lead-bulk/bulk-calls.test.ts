import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_BULK_IDS } from '#shared/leads/lead-bulk.ts';
import { inPortions } from '#web/features/lead-bulk/bulk-calls.ts';

const ids = Array.from({ length: 2 * MAX_BULK_IDS + 500 }, (_, index) => `lead ${index}`);
const refused = { id: 'lead 0', name: 'Asha', message: 'Refused.' };

/** Runs portions of which the one that begins with this lead fails. */
const failingFrom = (failing: number, error: Error) => async (portion: string[], before: number) => {
  if (before === failing) throw error;
  const part = { done: portion.length - 1, failed: 1, failures: [refused], operationIds: [`from ${before}`] };
  return await Promise.resolve(part);
};

test('a bulk action that fails after its first portions can still undo those, and counts the rest', async () => {
  const lost = new Error('The connection was lost.');
  assert.deepEqual(await inPortions(ids, failingFrom(2 * MAX_BULK_IDS, lost)), {
    done: 2 * MAX_BULK_IDS - 2,
    failed: 2 + 500,
    failures: [refused, refused],
    operationIds: ['from 0', `from ${MAX_BULK_IDS}`],
    stoppedBy: lost,
  });
  const stopped = await inPortions(ids, failingFrom(MAX_BULK_IDS, lost));
  assert.deepEqual([stopped.done, stopped.failed], [MAX_BULK_IDS - 1, 1 + MAX_BULK_IDS + 500]);
  await assert.rejects(inPortions(ids, failingFrom(0, lost)), lost);
  assert.equal((await inPortions(ids, failingFrom(-1, lost))).stoppedBy, undefined);
});
