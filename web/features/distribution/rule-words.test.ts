import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RuleInput } from '#shared/company/distribution.ts';
import { ruleSentence } from '#web/features/distribution/rule-words.ts';
import { CATALOGUE_SETTINGS } from '#web/leads/fields/field-settings.ts';

const words = { fields: CATALOGUE_SETTINGS, person: (id: string) => id, product: () => 'Sofa' };
const rule: RuleInput = {
  name: 'Any',
  is_active: true,
  conditions: [],
  times: null,
  way: 'turn',
  people: ['Asha', 'Ravi', 'Bina'],
};

test('a rule reads as a sentence', () => {
  assert.equal(ruleSentence(rule, words), 'Every lead goes in turn to Asha, Ravi and Bina.');
  const busy: RuleInput = {
    ...rule,
    conditions: [
      { field: 'source', values: ['website', 'social_media'] },
      { field: 'location', values: ['Pune'] },
      { field: 'product_id', values: ['1'] },
    ],
    times: { days: [5, 1, 2, 3, 4], from: '09:30', until: '18:00' },
    way: 'person',
    people: ['Asha'],
  };
  assert.equal(
    ruleSentence(busy, words),
    'A lead with Source Website or Social Media, Location like “Pune”, Product Sofa and arrival on Mon to Fri from 9:30 AM until 6:00 PM goes to Asha.',
  );
  const gaps: RuleInput = { ...rule, times: { days: [1, 2, 5], from: '00:00', until: '00:00' } };
  assert.match(ruleSentence(gaps, words), /arrival on Mon, Tue and Fri goes/);
  const night: RuleInput = {
    ...rule,
    way: 'fewest',
    conditions: [{ field: 'custom.language', values: ['Hindi'] }],
    times: { days: [6, 7], from: '00:00', until: '00:00' },
  };
  assert.equal(
    ruleSentence(night, words),
    'A lead with Language (a removed field) like “Hindi” and arrival on Sat and Sun goes to the one of Asha, Ravi and Bina with the fewest open leads.',
  );
});
