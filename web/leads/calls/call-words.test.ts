import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMissed, lengthWords, statusWords } from '#web/leads/calls/call-words.ts';

test('a call is as long as the telephone system has counted, or as many minutes as somebody typed', () => {
  const words = (duration: number, seconds: number | null) => lengthWords({ duration, seconds });
  assert.deepEqual(
    [words(2, 134), words(1, 60), words(1, 9), words(0, 0), words(1, null), words(12, null)],
    ['2 min 14 s', '1 min 0 s', '9 s', '0 s', '1 minute', '12 minutes'],
  );
});

test('only an inbound call that nobody answered is missed', () => {
  const call = (call_type: string, call_status: string) => ({ call_type, call_status });
  assert.equal(isMissed(call('inbound', 'no-answer')), true);
  assert.equal(isMissed(call('outbound', 'no-answer')), false);
  assert.equal(statusWords(call('inbound', 'no-answer')), 'Missed');
  assert.equal(statusWords(call('outbound', 'no-answer')), 'No Answer');
});
