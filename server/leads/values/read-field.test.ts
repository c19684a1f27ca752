import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { LeadFieldKey } from '#shared/fields/lead-fields.ts';
import type { Option } from '#shared/fields/lead-options.ts';
import { phoneNorm } from '#server/phone.ts';
import { cellText, fieldReader } from './read-field.ts';

/** The value of a cell, or the message that refuses it. */
function read(key: LeadFieldKey, cell: string, options?: Option[]): string | null {
  let problem: string | undefined;
  const value = fieldReader(key, options)(cellText(cell), (message) => (problem = message));
  return problem ?? value;
}

test('text loses invisible characters and keeps everything else', () => {
  assert.equal(cellText('  Priya\u0000 \u0007Sharma\ufeff '), 'Priya Sharma');
  assert.equal(cellText('Zoe\u0308'), 'Zoë');
  assert.equal(cellText('a\r\nb\rc'), 'a\nb\nc');
  assert.equal(cellText('प्रिया'), 'प्रिया');
});

test('the formula escape of our own export is removed, and other apostrophes stay', () => {
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

test('amounts accept rupee signs and Indian grouping, without guessing', () => {
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
  for (const cell of [
    '$100',
    '€5',
    '€ 1.234,56',
    '1,5',
    '12,34',
    '512,77',
    '1.500',
    '12.345',
    '1e5',
    'abc',
    '₹',
    '(5,000)',
    '2024-25',
    '1.5 months',
    '50,00,000 L',
    '5 apples',
    '1.2.3',
    '10-20-30',
    '9'.repeat(400),
  ]) {
    assert.match(read('value', cell) ?? '', /is not an amount in rupees, such as 1,50,000/, cell);
  }
  assert.equal(read('budget', '-5'), 'Budget cannot be negative.');
  assert.equal(read('value', '9999999999999'), 'Value is too large.');
});

test('amounts are read in lakh, crore and thousand, and with foreign separators', () => {
  for (const [cell, value] of [
    ['1.5 L', '150000'], ['2.5 lakh', '250000'], ['10 lakhs', '1000000'], ['3.5 lacs', '350000'], ['45 Lac', '4500000'], ['₹ 75 L', '7500000'], ['₹75L', '7500000'],
    ['1.2 Cr', '12000000'], ['2 crore', '20000000'], ['1.25 CRORES', '12500000'], ['Rs. 1.2 Cr.', '12000000'], ['50k', '50000'], ['50 K', '50000'], ['75 thousand', '75000'],
    ['2 million', '2000000'], ['२ लाख', '200000'], ['1.500 L', '150000'], ['1 50 000', '150000'], ['1.234,50', '1234.5'], ['1.50.000,00', '150000'], ['1.500.000', '1500000'],
    ["1'50'000", '150000'], ['1 234 567,89', '1234567.89'], ['5,00,000 INR', '500000'], ['₹ 2,50,000/-', '250000'], ['0.500', '0.5'], ['1234.500', '1234.5'], ['12,34,56,789', '123456789'],
  ] as const) assert.equal(read('value', cell), value, cell);
}); // prettier-ignore

test('the lower end of a range is read, and the text of an inexact amount is stored', () => {
  for (const [cell, value, said] of [
    ['80 Lac - 1 Cr', '8000000', '80,00,000'], ['5,00,000 - 7,00,000', '500000', '5,00,000'], ['5-7 lakh', '500000', '5,00,000'], ['5 to 7 lakhs', '500000', '5,00,000'],
    ['50-60k', '50000', '50,000'], ['₹50L–₹75L', '5000000', '50,00,000'], ['approx 5 lakh', '500000', '5,00,000'], ['up to 50 L', '5000000', '50,00,000'], ['1 Cr+', '10000000', '1,00,00,000'],
    ['about 20,000', '20000', '20,000'], ['0.005', '0.01', '0.01'], ['1.12345678 lakh', '112345.68', '1,12,345.68'], ['1.123456 L', '112345.6', undefined], ['1234.567', '1234.57', '1,234.57'],
  ] as const) {
    const told: unknown[] = [];
    assert.equal(fieldReader('budget', undefined)(cell, (...why) => told.push(why)), value, cell);
    assert.deepEqual(told, said === undefined ? [] : [[`Budget "${cell}" is read as ${said}.`, 'read']]);
  }
  for (const cell of ['7 - 5 lakh', '1 Cr - 80 L', '5 - x']) assert.match(read('budget', cell) ?? '', /is not an amount/, cell);
}); // prettier-ignore

test('score and age are whole numbers within their limits', () => {
  assert.equal(read('lead_score', '100'), '100');
  assert.match(read('lead_score', '101') ?? '', /from 0 to 100/);
  assert.match(read('lead_score', '7.3') ?? '', /whole number/);
  assert.equal(read('age', '42'), '42');
  assert.match(read('age', '151') ?? '', /from 0 to 150/);
});

test('options match by value and label, and only statuses and sources may be new', () => {
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
    'Interest Level "Acquired" isn’t one of: High, Medium, Low.',
  );
  assert.match(read('status', 'x'.repeat(81)) ?? '', /too long \(80 characters/);
});

test('tags are split, deduplicated and written as a PostgreSQL array', () => {
  assert.equal(read('tags', 'VIP; Delhi, VIP ,,"x"\\'), '{"VIP","Delhi","\\"x\\"\\\\"}');
  assert.match(read('tags', 'x'.repeat(61)) ?? '', /A tag is too long/);
  assert.match(read('tags', Array.from({ length: 51 }, (_, index) => index).join()) ?? '', /50 tags/);
});

test('texts are limited to their field’s length, counted in visible characters', () => {
  assert.equal(read('name', '😀'.repeat(200))?.length, 400);
  assert.match(read('name', 'x'.repeat(201)) ?? '', /Name is too long \(200 characters at most\)/);
  assert.equal(read('name', 'Asha\nSharma'), 'Asha Sharma');
  assert.equal(read('address', '1 Main Rd\nPune'), '1 Main Rd\nPune');
});

test('spellings of one phone number match', () => {
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

test('a number matches itself in every spelling of people and programs', () => {
  const spellings = [
    '+91 98450 10001', '098450 10001', '98450-10001', '(0) 98450 10001', '0091 98450 10001', '91-9845010001', '+91 (0) 98450 10001', '+91-098450-10001',
    '9845010001 / 080 2657 1234', '9845010001.0', 'tel:+919845010001', 'wa.me/919845010001', 'https://wa.me/919845010001', 'https://wa.me/+919845010001?text=a&b',
    'https://api.whatsapp.com/send?phone=919845010001&text=Hi', '9845010001 & 9845010099', '9845010001 and 9845010099', '98450 10001 ::: 98450 10099',
    '9845010001\\9845010099', 'M: 98450 10001', 'Mob. 98450 10001', 'Ph. No. 98450 10001', 'Phone No: 9845010001', 'WhatsApp: 9845010001', '98450 10001 (WhatsApp)',
    '9845010001(M)', '+91 98450 10001 ext 22', '9845010001x22', '98450 10001 extn. 22', '९८४५०१०००१', '+91–98450–10001', '091 98450 10001', '091-98450-10001',
    '+91+919845010001', '9198450 10001', '00 91 98450 10001', '98450.10001', '98450,10001', '0 98450 10001', '9845010001/02', 'N.A. / 98450 10001', '+91.98450.10001',
  ]; // prettier-ignore
  for (const phone of spellings) assert.equal(phoneNorm(phone, 'IN'), '+919845010001', phone);
  assert.equal(phoneNorm('022-2345 6789 ext 12', 'IN'), '+912223456789');
  assert.equal(phoneNorm('+1 (415) 555-2671 & +1 415 555 2672', 'IN'), '+14155552671');
});

test('the shortcut for Indian mobiles agrees with the library', () => {
  for (let index = 0; index < 2000; index++) {
    const digits = `${6 + (index % 4)}${String((index * 7_919_317) % 1_000_000_000).padStart(9, '0')}`;
    for (const phone of [digits, `0${digits}`, `91${digits}`, `+91${digits}`]) {
      assert.equal(phoneNorm(phone, 'IN'), parsePhoneNumberFromString(phone, 'IN')?.number, phone);
    }
  }
});
