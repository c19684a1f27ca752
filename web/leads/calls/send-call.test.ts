import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendCall } from '#web/leads/calls/send-call.ts';
import { ApiError } from '#web/lib/errors.ts';

test('a call whose follow-up a colleague has deleted is sent without it; any other refusal stays one', async () => {
  const sent: unknown[] = [];
  const sending =
    (status: number) => async (call: { notes: string; completes_reminder_id?: string | undefined }) => {
      sent.push(call.completes_reminder_id);
      if (call.completes_reminder_id) throw new ApiError('Refused', status, 'refused');
      return await Promise.resolve(call.notes);
    };
  const call = { notes: 'Spoke', completes_reminder_id: 'gone' };
  assert.equal(await sendCall(call, sending(404)), 'Spoke');
  await assert.rejects(sendCall(call, sending(409)));
  assert.deepEqual(sent, ['gone', undefined, 'gone']);
});
