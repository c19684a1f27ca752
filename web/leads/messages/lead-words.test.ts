import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Lead } from '#shared/leads/lead.ts';
import { CATALOGUE_SETTINGS } from '#web/leads/fields/field-settings.ts';
import { filledFor, meaningsIn, missingWords } from '#web/leads/messages/lead-words.ts';

const lead = {
  name: 'Dr. Asha Rao',
  phone: '98765 43210',
  company_name: 'Rao Clinic',
  status: 'qualified',
  source: null,
  product_name: null,
  value: 150_000,
  age: 0,
  tags: ['VIP', 'clinic'],
  next_followup_date: '2026-11-30T03:30:00.000Z',
  custom: {},
} as Partial<Lead> as Lead;
const subject = {
  lead,
  fields: CATALOGUE_SETTINGS,
  timeZone: 'Asia/Kolkata',
  me: 'Rohan Joshi',
  company: 'Sharma Interiors',
};
const meanings = meaningsIn(CATALOGUE_SETTINGS);
const fill = (text: string) => filledFor(text, meanings, subject);

test('placeholders become the formatted values of the lead, in any spelling of the field', () => {
  const filled = fill('Hello {First Name} of {company name}, {me} of {company}. {value}, {status}, {tags}');
  assert.deepEqual(filled, {
    text: 'Hello Asha of Rao Clinic, Rohan Joshi of Sharma Interiors. ₹1,50,000, Qualified, VIP, clinic',
    missing: [],
  });
  assert.equal(fill('{next_followup_date} {Next Follow-up}').text, '30/11/2026, 9:00 AM 30/11/2026, 9:00 AM');
  const inNewYork = filledFor('{next_followup_date}', meanings, { ...subject, timeZone: 'America/New_York' });
  assert.equal(inNewYork.text, '29/11/2026, 10:30 PM');
  assert.equal(fill('No place: { } {a\nb} {}').text, 'No place: { } {a\nb} {}');
});

test('a missing value is left out and reported, or replaced by the text after the bar', () => {
  const filled = fill('About {product} , {age} years.\n {location}\nBye {source}!');
  assert.deepEqual(filled, {
    text: 'About, years.\n\nBye!',
    missing: ['product', 'age', 'location', 'source'],
  });
  assert.equal(missingWords(filled.missing), 'This lead has no product, no age, no location, no source.');
  assert.deepEqual(fill('About {product| our sofas }.'), { text: 'About our sofas.', missing: [] });
});
