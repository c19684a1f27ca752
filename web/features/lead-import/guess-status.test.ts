import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STATUS_OPTIONS } from '#shared/fields/lead-options.ts';
import type { StatusOption } from '#shared/fields/lead-options.ts';
import { guessStatus } from '#web/features/lead-import/guess-status.ts';

const guesses = (values: string, options: readonly StatusOption[] = STATUS_OPTIONS) =>
  Object.fromEntries(values.split('|').map((value) => [value, guessStatus(value, options)]));
const all = (values: string, guess: string | undefined) =>
  Object.fromEntries(values.split('|').map((value) => [value, guess]));

test('a status that means closed is guessed as closed', () => {
  const lost =
    'Lost Lead|Junk Lead|LOST|Closed Lost|Lost - price too high|Lost: no response|Lost to competitor|Rejected|Disqualified|dis-qualified' +
    '|Not Interested|not_interested|No longer interested|Never interested|Not at all interested|No interest|Not Qualified|Non-qualified|Unqualified' +
    '|Not converted|Not suitable|Not required|No requirement|Not eligible|Dead|Spam lead|Invalid enquiry|Deal cancelled|Dropped|Isn’t interested';
  assert.deepEqual(guesses(lost), all(lost, 'lost'));
  const won = 'Won|Closed - Won|Deal won|Sold|Converted to customer|Enrolled|Lead converted';
  assert.deepEqual(guesses(won), all(won, 'converted'));
});

test('a status like No answer is never guessed as closed', () => {
  const fresh =
    'Not Contacted|not contacted|Never called|Not yet called|Not started|NOT ATTEMPTED|No one contacted';
  assert.deepEqual(
    guesses('Not Contacted|Never called|Not started|NOT ATTEMPTED'),
    all('Not Contacted|Never called|Not started|NOT ATTEMPTED', 'new'),
  );
  const untouched =
    `${fresh}|No answer|Not reachable|No response|Not picked|Not picking up|Not responding|No reply|Not available|Non contactable` +
    '|Not decided|Not sure|Not now|No show|Not yet converted|Not interested now|Not interested yet|Maybe not interested|To be converted|Almost sold' +
    '|Customer not reachable|Customer busy|Client|Potential customer|Call dropped|Call declined|Call rejected|Wrong number|Invalid number|Dead line' +
    '|Meeting cancelled|Appointment cancelled|Lost contact|Lost call|Not lost|Not junk|Never rejected|Reopened lost|Not won|Not sold|Pre-sold' +
    '|Purchased elsewhere|Won by competitor|Already enrolled|No budget|DNP|RNR|Ringing|Switched off|Follow up|Closed|No need to call';
  const closing = Object.entries(guesses(untouched)).filter(
    ([, guess]) => guess === 'lost' || guess === 'converted',
  );
  assert.deepEqual(closing, []);
});

test('an open status is guessed by the words of its label', () => {
  const expected = {
    'Pre Qualified': 'qualified',
    'New Enquiry': 'new',
    'Attempted to Contact': undefined,
    Negotiation: undefined,
    'Not new': undefined,
  };
  assert.deepEqual(guesses(Object.keys(expected).join('|')), expected);
});

test('of several closed statuses the one with matching words is guessed', () => {
  const options: StatusOption[] = [
    { value: 'fresh', label: 'Fresh', meaning: 'open' },
    { value: 'gone', label: 'Gone', meaning: 'lost' },
    { value: 'ni', label: 'Not interested', meaning: 'lost' },
    { value: 'rnr', label: 'No response', meaning: 'lost' },
  ];
  assert.deepEqual(guesses('Not interested - price|Junk|No response at all|Never called', options), {
    'Not interested - price': 'ni',
    Junk: 'gone',
    'No response at all': undefined,
    'Never called': 'fresh',
  });
});
