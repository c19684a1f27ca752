import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { LeadFieldKey } from '#shared/lead-fields.ts';
import type { Option } from '#shared/lead-options.ts';
import { phoneNorm } from '#server/phone.ts';
import { cellText, fieldReader } from './read-field.ts';

/** The value of a cell, or the sentence that refuses it. */
function read(key: LeadFieldKey, cell: string, options?: Option[]): string | null {
  let problem: string | undefined;
  const value = fieldReader(key, options)(cellText(cell), (message) => (problem = message));
  return problem ?? value;
}

test('text loses what nobody sees and keeps everything else', () => {
  assert.equal(cellText('  Priya\u0000 \u0007Sharma\ufeff '), 'Priya Sharma');
  assert.equal(cellText('Zoe\u0308'), 'Zoë');
  assert.equal(cellText('a\r\nb\rc'), 'a\nb\nc');
  assert.equal(cellText('प्रिया'), 'प्रिया');
});

test('the guard of our own export is undone, an apostrophe is not', () => {
  for (const text of ['=1+1', '+919876543210', '-5', '@home', '＝1', ' =1'])
    assert.equal(cellText(`'${text}`), text.trim());
  for (const text of ["'tis", "'", "O'Brien"]) assert.equal(cellText(text), text);
  assert.equal(cellText("''=1"), "'=1");
});

test('email addresses must look like one', () => {
  assert.equal(read('email', 'Asha <asha@example.in>'), 'asha@example.in');
  assert.equal(read('email', 'mailto:asha@example.in'), 'asha@example.in');
  assert.equal(read('email', 'N/A'), null);
  assert.equal(read('email', 'asha at example'), 'Email "asha at example" is not an email address.');
  assert.match(read('email', `${'a'.repeat(260)}@b.in`) ?? '', /too long/);
});

test('amounts take rupee signs and Indian grouping, and nothing is guessed', () => {
  for (const [cell, value] of [
    ['₹ 1,50,000', '150000'],
    ['Rs. 1,50,000.50', '150000.5'],
    ['INR 2500/-', '2500'],
    ['1,234,567', '1234567'],
    ['१,५०,०००', '150000'],
    ['0', '0'],
    ['-', null],
  ] as const) {
    assert.equal(read('value', cell), value, cell);
  }
  for (const cell of ['2 lakh', '50k', '$100', '€5', '1.234,50', '1,5', '12,34', '1e5', 'abc']) {
    assert.match(read('value', cell) ?? '', /is not an amount in rupees, such as 1,50,000/, cell);
  }
  assert.equal(read('budget', '-5'), 'Budget cannot be negative.');
  assert.equal(read('value', '9999999999999'), 'Value is too large.');
});

test('score and age are whole numbers within their limits', () => {
  assert.equal(read('lead_score', '100'), '100');
  assert.match(read('lead_score', '101') ?? '', /from 0 to 100/);
  assert.match(read('lead_score', '7.3') ?? '', /whole number/);
  assert.equal(read('age', '42'), '42');
  assert.match(read('age', '151') ?? '', /from 0 to 150/);
});

test('options are found by value and by label; only statuses and sources may be new', () => {
  const options = [
    { value: 'closed_won', label: 'Won!' },
    { value: 'new', label: 'New' },
  ];
  for (const cell of ['Closed Won', 'closed-won', 'CLOSED_WON', 'won!'])
    assert.equal(read('status', cell, options), 'closed_won');
  assert.equal(read('status', 'Junk  Lead', options), 'Junk Lead');
  assert.equal(read('source', 'Sales Mail Alias'), 'Sales Mail Alias');
  assert.equal(read('source', 'social-media'), 'social_media');
  assert.equal(read('interest_level', 'Hot'), 'high');
  assert.equal(read('gender', 'F'), 'female');
  assert.equal(
    read('interest_level', 'Acquired'),
    'Interest Level "Acquired" is none of: High, Medium, Low.',
  );
  assert.match(read('status', 'x'.repeat(81)) ?? '', /too long \(80 characters/);
});

test('tags are split, kept once and written as an array PostgreSQL reads', () => {
  assert.equal(read('tags', 'VIP; Delhi, VIP ,,"x"\\'), '{"VIP","Delhi","\\"x\\"\\\\"}');
  assert.match(read('tags', 'x'.repeat(61)) ?? '', /A tag is too long/);
  assert.match(read('tags', Array.from({ length: 51 }, (_, index) => index).join()) ?? '', /50 tags/);
});

test('texts have the length of the catalogue, counted in characters people see', () => {
  assert.equal(read('name', '😀'.repeat(200))?.length, 400);
  assert.match(read('name', 'x'.repeat(201)) ?? '', /Name is too long \(200 characters at most\)/);
  assert.equal(read('name', 'Asha\nSharma'), 'Asha Sharma');
  assert.equal(read('address', '1 Main Rd\nPune'), '1 Main Rd\nPune');
});

test('spellings of one phone number meet', () => {
  for (const phone of [
    '+91 98765 43210',
    '09876543210',
    '98765-43210',
    '00919876543210',
    '(98765) 43210',
    '９８７６５４３２１０',
    '९८७६५४३२१०',
    '9876543210 / 9123456789',
  ]) {
    assert.equal(phoneNorm(phone, 'IN'), '+919876543210', phone);
  }
  assert.equal(read('phone', 'p:+919876543210'), '+919876543210');
  assert.equal(phoneNorm('202-456-1111', 'US'), '+12024561111');
  assert.equal(phoneNorm('00123456', 'IN'), '123456');
  assert.equal(phoneNorm('12345', 'IN'), '');
  assert.equal(phoneNorm('call me', 'IN'), '');
});

test('the shortcut for Indian mobiles says what the library says', () => {
  for (let index = 0; index < 2000; index++) {
    const digits = `${6 + (index % 4)}${String((index * 7_919_317) % 1_000_000_000).padStart(9, '0')}`;
    for (const phone of [digits, `0${digits}`, `91${digits}`, `+91${digits}`]) {
      assert.equal(phoneNorm(phone, 'IN'), parsePhoneNumberFromString(phone, 'IN')?.number, phone);
    }
  }
});
