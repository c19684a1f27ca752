import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inWords } from '#web/features/clients/client-form.ts';

test('a conflict shows the values of a client as its form does', () => {
  const shown = [
    ['clientName', 'Sharma Interiors', 'Sharma Interiors'],
    ['subscriptionEndDate', '2027-03-31', '31/03/2027'],
    ['amountPaid', '150000.5', '₹1,50,000.50'],
    ['amountPaid', '', 'empty'],
    ['timeZone', 'America/New_York', 'America/New York'],
    ['country', 'DE', 'Germany'],
    ['yearBegins', '4', 'April'],
  ] as const;
  for (const [field, value, words] of shown) assert.equal(inWords(field, value), words);
});
