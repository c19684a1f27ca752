import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IMPORTABLE_FIELDS } from '#shared/lead-fields.ts';
import type { ColumnTarget } from '#shared/lead-import.ts';
import { rowNormaliser } from './normalise-row.ts';
import { recogniseColumns } from './recognise-columns.ts';
import { stageLine, STAGE_COLUMNS } from './stage-copy.ts';

/** A row under these headers: its values by field, errors as sentences, and the forms by which duplicates are found. */
function normalise(headers: string[], cells: string[], mapping?: ColumnTarget[]) {
  const columns = recogniseColumns(headers, { mapping });
  const client = { timeZone: 'Asia/Kolkata', country: 'IN', options: {}, custom: {} };
  const rules = { columns, dateOrders: new Map(), ...client };
  const row = rowNormaliser(rules)({ number: 2, cells });
  const values = Object.fromEntries(
    IMPORTABLE_FIELDS.map((key, index) => [key, row.values[index]]).filter(([, value]) => value),
  );
  const { owner, emailNorm, phoneNorm } = row;
  return { values, owner, emailNorm, phoneNorm, errors: row.errors.map((error) => error.message), row };
}

test('names are put together from their parts', () => {
  assert.deepEqual(normalise(['First Name', 'Last Name'], ['Priya', 'Sharma']).values, {
    name: 'Priya Sharma',
  });
  assert.deepEqual(normalise(['Last Name'], ['Sharma']).values, { name: 'Sharma' });
  assert.deepEqual(
    normalise(['Name', 'First Name', 'Last Name'], ['Priya Sharma', 'Priya', 'Sharma']).values,
    { name: 'Priya Sharma' },
  );
  assert.deepEqual(normalise(['Name', 'First Name'], ['P. Sharma', 'Priya']).values, {
    name: 'P. Sharma',
    notes: 'First name: Priya',
  });
  assert.deepEqual(normalise(['Name', 'First Name', 'Last Name'], ['', 'Priya', 'Sharma']).values, {
    name: 'Priya Sharma',
  });
});

test('an entry of a list that says nothing was chosen is empty in every column', () => {
  const headers = ['Name', 'Lead Status', 'Lead Source', 'Industry', 'Company'];
  for (const cell of ['-None-', '--None--', '- none -', '--Select--', '-Please select-'])
    assert.deepEqual(normalise(headers, ['Asha', cell, cell, cell, cell]).values, { name: 'Asha' }, cell);
});

test('what no field takes is kept in the notes, behind the notes of the file', () => {
  const { values } = normalise(
    ['Name', 'Notes', 'Industry', 'Website'],
    ['Asha', 'Call back', 'Pharma', '', 'extra'],
  );
  assert.equal(values['notes'], 'Call back\nIndustry: Pharma\nColumn 5: extra');
});

test('the first of several phones and emails is used, the others are noted', () => {
  const { values, phoneNorm } = normalise(
    ['Mobile', 'Phone', 'Landline'],
    ['', '98765 43210', '011-23456789'],
  );
  assert.deepEqual(values, { phone: '98765 43210', notes: 'Landline: 011-23456789' });
  assert.equal(phoneNorm, '+919876543210');
  assert.deepEqual(normalise(['Phone', 'Mobile'], ['9876543210', '9876543210']).values, {
    phone: '9876543210',
  });
  const mail = normalise(['Email'], ['Asha@Example.in; b@example.in']);
  assert.deepEqual(mail.values, { email: 'Asha@Example.in', notes: 'Email: b@example.in' });
  assert.equal(mail.emailNorm, 'asha@example.in');
});

test('a row with neither name, email nor phone is refused', () => {
  assert.deepEqual(normalise(['Name', 'Company'], ['', 'Acme']).errors, [
    'This row has no name, email or phone.',
  ]);
  for (const cells of [
    ['Asha', '', ''],
    ['', 'a@b.in', ''],
    ['', '', '98765'],
  ]) {
    assert.deepEqual(normalise(['Name', 'Email', 'Phone'], cells).errors, []);
  }
});

test('a wrong email refuses its row; of every other field the notes keep what is wrong, with a warning', () => {
  const { values, errors, row } = normalise(
    ['Name', 'Email', 'Created', 'Value', 'Lead Score', 'Tags'],
    ['Asha', 'nope', '31/02/2024', '2 lakh', '500', 'x'.repeat(61)],
  );
  assert.deepEqual(errors, ['Email "nope" is not an email address.']);
  const kept = 'The value is kept in the notes.';
  assert.deepEqual(
    row.warnings.map(({ field, message }) => [field, message]),
    [
      ['created_at', `Created "31/02/2024" is not a date. Dates of this column are day/month/year. ${kept}`],
      ['value', `Value "2 lakh" is not an amount in rupees, such as 1,50,000. ${kept}`],
      ['lead_score', `Lead Score must be a whole number from 0 to 100, not "500". ${kept}`],
      ['tags', `A tag is too long (60 characters at most). ${kept}`],
    ],
  );
  assert.equal(
    values['notes'],
    `Created: 31/02/2024\nValue: 2 lakh\nLead Score: 500\nTags: ${'x'.repeat(61)}`,
  );
  assert.equal(row.cells[2], '31/02/2024');
});

test('the day and the time of an enquiry in two columns are one moment, and line breaks of web pages are breaks', () => {
  const { values } = normalise(
    ['name', 'mobile', 'date', 'time', 'area', 'city', 'Message'],
    ['Asha', '9876500001', '2026-11-20', '10:30:00', 'Andheri', 'Mumbai', 'Two doors<br>One <BR/> window'],
  );
  assert.deepEqual(values, {
    name: 'Asha',
    phone: '9876500001',
    created_at: '2026-11-20T05:00:00.000Z',
    location: 'Mumbai',
    description: 'Two doors\nOne\nwindow',
    notes: 'area: Andheri',
  });
  assert.equal(normalise(['Name', 'Time'], ['Asha', '10:30']).values['notes'], 'Time: 10:30');
});

test('owners are kept as written, ignored columns leave no trace', () => {
  const found = normalise(
    ['Name', 'Lead Owner', 'Secret'],
    ['Asha', 'David Love', 'x'],
    ['name', 'owner', 'ignore'],
  );
  assert.equal(found.owner, 'David Love');
  assert.deepEqual(found.values, { name: 'Asha' });
});

test('a line for COPY has every column, NULL for what is missing and quotes doubled', () => {
  const line = stageLine(normalise(['Name', 'Notes'], ['A "B"', 'x,\ny']).row);
  assert.match(line, /^2,,,"\[""A \\""B\\"""",""x,\\ny""\]",,,,"A ""B""",/);
  assert.equal(
    line
      .replaceAll(/"(?:[^"]|"")*"/g, '')
      .trim()
      .split(',').length,
    STAGE_COLUMNS.length,
  );
});
