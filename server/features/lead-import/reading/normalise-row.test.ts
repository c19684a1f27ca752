import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IMPORTABLE_FIELDS } from '#shared/fields/lead-fields.ts';
import type { ColumnTarget } from '#shared/leads/lead-import.ts';
import { rowNormaliser } from './normalise-row.ts';
import { recogniseColumns } from './recognise-columns.ts';
import { stageLine, STAGE_COLUMNS } from '#server/features/lead-import/stage-copy.ts';

/**
 * Normalises a row under these headers: its values by field, errors as sentences, and the keys for finding
 * duplicates.
 */
function normalise(headers: string[], cells: string[], mapping?: ColumnTarget[]) {
  const columns = recogniseColumns(headers, { mapping });
  const client = { timeZone: 'Asia/Kolkata', country: 'IN', options: {}, custom: {} };
  const rules = { columns, dateOrders: new Map(), ...client };
  const row = rowNormaliser(rules)({ number: 2, cells });
  const values = Object.fromEntries(
    IMPORTABLE_FIELDS.map((key, index) => [key, row.values[index]] as const).filter(([, value]) => value),
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
    normalise(['Name', 'First Name', 'Last Name'], ['PRIYA SHARMA', 'Priya', 'Sharma']).values,
    { name: 'PRIYA SHARMA' },
  );
  assert.deepEqual(normalise(['Name', 'First Name'], ['P. Sharma', 'Priya']).values, {
    name: 'P. Sharma',
    notes: 'First name: Priya',
  });
  assert.deepEqual(normalise(['Name', 'First Name', 'Last Name'], ['', 'Priya', 'Sharma']).values, {
    name: 'Priya Sharma',
  });
  const email = '"Priya Sharma" <priya@x.in>';
  assert.equal(normalise(['Email'], [email]).values['name'], 'Priya Sharma');
  assert.equal(normalise(['Name', 'Email'], ['P. Sharma', email]).values['name'], 'P. Sharma');
});

test('a placeholder like -None- is empty in every column', () => {
  const headers = ['Name', 'Lead Status', 'Lead Source', 'Industry', 'Company'];
  for (const cell of ['-None-', '--None--', '- none -', '--Select--', '-Please select-', '(none)'])
    assert.deepEqual(normalise(headers, ['Asha', cell, cell, cell, cell]).values, { name: 'Asha' }, cell);
  for (const cell of ['Select', 'Not Set'])
    assert.deepEqual(normalise(headers, ['Asha', cell, cell, '', '']).values, { name: 'Asha' }, cell);
});

test('values without a field go to the notes, after the notes of the file', () => {
  const { values } = normalise(
    ['Name', 'Notes', 'Industry', 'Website'],
    ['Asha', 'Call back', 'Pharma', '', 'extra'],
  );
  assert.equal(values['notes'], 'Call back\nIndustry: Pharma\nColumn 5: extra');
});

test('the day of closing of a lead that is not won goes to the notes', () => {
  const of = (status: string) => {
    const { values } = normalise(['Name', 'Lead Status', 'Close Date'], ['Asha', status, '01/05/2026']);
    return [values['converted_at'], values['notes']];
  };
  const day = '2026-04-30T18:30:00.000Z';
  assert.deepEqual(of('Closed Won'), [day, undefined]);
  for (const status of ['Negotiation', 'Closed Lost'])
    assert.deepEqual(of(status), [undefined, 'Close Date: 01/05/2026'], status);
  assert.deepEqual(of(''), [day, 'Close Date: 01/05/2026']);
});

test('a mobile number comes before other phones, and numbers and emails without room go to the notes', () => {
  const { values, phoneNorm } = normalise(
    ['Mobile', 'Phone', 'Landline'],
    ['', '98765 43210', '011-23456789'],
  );
  assert.deepEqual(values, { phone: '98765 43210 / 011-23456789' });
  assert.equal(phoneNorm, '+919876543210');
  assert.deepEqual(normalise(['Phone', 'Mobile'], ['9876543210', '9876543210']).values, {
    phone: '9876543210',
  });
  const three = normalise(
    ['Phone', 'Alt Phone', 'Mobile'],
    ['080-2657 1234', '080-2657 1235 (after six)', '+91 98765 43210'],
  );
  assert.deepEqual(three.values, {
    phone: '+91 98765 43210 / 080-2657 1234',
    notes: 'Alt Phone: 080-2657 1235 (after six)',
  });
  assert.deepEqual([three.phoneNorm, three.row.otherPhones], ['+919876543210', ['+918026571234']]);
  const again = normalise(['Phone', 'Mobile'], ['+91 98765-43210', '098765 43210']);
  assert.deepEqual(again.values, { phone: '098765 43210' });
  assert.deepEqual(normalise(['Phone', 'Mobile'], ['TRUE', '98765 43210']).values, {
    phone: '98765 43210',
    notes: 'Phone: TRUE',
  });
  const mail = normalise(['Email'], ['Asha@Example.in; b@example.in']);
  assert.deepEqual(mail.values, { email: 'Asha@Example.in', notes: 'Email: b@example.in' });
  assert.equal(mail.emailNorm, 'asha@example.in');
});

test('a row without name, email and phone is refused', () => {
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

test('the notes keep values that a field cannot hold, with a warning, and the person is imported', () => {
  const { values, errors, row } = normalise(
    ['Name', 'Email', 'Created', 'Value', 'Lead Score', 'Tags'],
    ['Asha', 'nope', '31/02/2024', 'two lakh', '500', 'x'.repeat(61)],
  );
  assert.deepEqual(errors, []);
  const kept = 'The value is in the notes.';
  assert.deepEqual(
    row.warnings.map(({ field, message }) => [field, message]),
    [
      ['email', `Email "nope" is not an email address. ${kept}`],
      ['created_at', `Created "31/02/2024" is not a date. Dates of this column are day/month/year. ${kept}`],
      ['value', `Value "two lakh" is not an amount in rupees, such as 1,50,000. ${kept}`],
      ['lead_score', `Lead Score must be a whole number from 0 to 100, not "500". ${kept}`],
      ['tags', `A tag is too long (60 characters at most). ${kept}`],
    ],
  );
  assert.equal(
    values['notes'],
    `Email: nope\nCreated: 31/02/2024\nValue: two lakh\nLead Score: 500\nTags: ${'x'.repeat(61)}`,
  );
  assert.equal(row.cells[2], '31/02/2024');
});

test('emails are extracted from surrounding text, and a word in place of one refuses nobody', () => {
  const of = (cell: string) => {
    const { values, errors, row } = normalise(['Name', 'Email', 'Phone'], ['Ravi', cell, '9845100000']);
    assert.deepEqual([values['name'], values['phone'], errors], ['Ravi', '9845100000', []], cell);
    return [values['email'], values['notes'], row.warnings.length];
  };
  const alone = [
    ' a@x.in ', 'mailto:a@x.in', 'mailto:a@x.in?subject=Hi', '<a@x.in>', 'Ravi <a@x.in>', '"Ravi, R" <a@x.in>', 'a@x.in.', 'a@x.in;', 'a@x.in,',
    "'a@x.in'", '"a@x.in"', '“a@x.in”', '‘a@x.in’', '(a@x.in', '(a@x.in)', '[a@x.in]', 'Email: a@x.in', 'E-mail:a@x.in', '• a@x.in',
    '=HYPERLINK("mailto:a@x.in","a@x.in")', '=HYPERLINK("mailto:a@x.in";"Write")', '=HYPERLINK("mailto:a@x.in")', '="a@x.in"', 'a@x.in; a@x.in',
  ]; // prettier-ignore
  for (const cell of alone) assert.deepEqual(of(cell), ['a@x.in', undefined, 0], cell);
  for (const cell of [
    'a@x.in; b@y.in',
    'a@x.in, b@y.in',
    'a@x.in/b@y.in',
    'a@x.in|b@y.in',
    'a@x.in b@y.in',
    'a@x.in\nb@y.in',
    'a@x.in ::: b@y.in',
    '<a@x.in>, <b@y.in>',
  ])
    assert.deepEqual(of(cell), ['a@x.in', 'Email: b@y.in', 0], cell);
  assert.deepEqual(of('a@x.in (old)'), ['a@x.in', 'Email: a@x.in (old)', 0]);
  assert.deepEqual(of("o'brien@x.in"), ["o'brien@x.in", undefined, 0]);
  const none = [
    'N.A.',
    'n/a',
    'No Email',
    'no-email',
    'NO EMAIL ID',
    'Not provided',
    'not available',
    'Not given',
    'no',
    'nil',
    'none',
    '.',
    '-',
    '0',
    'x',
    'NA',
    '...',
    "don't have",
  ];
  for (const cell of none) assert.deepEqual(of(cell), [undefined, undefined, 0], cell);
  for (const cell of ['www.acme.example', 'a@x', 'a@@x.in', 'a@x,in', 'a @x.in', 'ask him', 'a@b@x.in'])
    assert.deepEqual(of(cell), [undefined, `Email: ${cell}`, 1], cell);
});

test('of many numbers in one cell the first is the phone, and text in place of a number is stored', () => {
  const of = (cell: string) => {
    const { values, errors, row } = normalise(['Name', 'Phone'], ['Ravi', cell]);
    assert.deepEqual([values['name'], errors], ['Ravi', []], cell);
    return [values['phone'], values['notes'], row.warnings.length];
  };
  assert.deepEqual(of('+91 98450 10001, +91 98450 10002, 080 2657 1234, 080 2657 1235'), [
    '+91 98450 10001',
    'Phone: +91 98450 10002\nPhone: 080 2657 1234\nPhone: 080 2657 1235',
    0,
  ]);
  assert.deepEqual(of('98450 10001 / 98450 10002'), ['98450 10001 / 98450 10002', undefined, 0]);
  assert.deepEqual(of('https://wa.me/919845010001?text=Hi'), ['+919845010001', undefined, 0]);
  assert.deepEqual(of('https://api.whatsapp.com/send?text=x&phone=919845010001'), [
    '+919845010001',
    undefined,
    0,
  ]);
  assert.deepEqual(of('=+919845010001'), ['+919845010001', undefined, 0]);
  const long = `98450 10001 ${'please call in the evening '.repeat(3)}`.trim();
  assert.deepEqual(of(long), [undefined, `Phone: ${long}`, 1]);
  for (const cell of ['N.A.', 'no phone', 'Not available', '-', '0', '000'])
    assert.deepEqual(of(cell), [undefined, undefined, 0], cell);
});

test('the text of an inexact amount is stored beside the amount', () => {
  const { values, row } = normalise(['Name', 'Budget'], ['Asha', '80 Lac - 1 Cr']);
  assert.deepEqual(values, { name: 'Asha', budget: '8000000', notes: 'Budget: 80 Lac - 1 Cr' });
  assert.deepEqual(
    row.warnings.map(({ message }) => message),
    ['Budget "80 Lac - 1 Cr" is read as 80,00,000. The value is in the notes.'],
  );
});

test('a serial number in a date column is that day, and a zone in the header applies to its dates', () => {
  const created = (header: string, cell: string) =>
    normalise(['Name', header], ['Asha', cell]).values['created_at'];
  assert.equal(created('Created', '45425'), '2024-05-12T18:30:00.000Z');
  assert.equal(created('Created (GMT-4)', '14/05/2026 10:30'), '2026-05-14T14:30:00.000Z');
  assert.equal(created('Created (GMT+5:30)', '14/05/2026 10:30 AM'), '2026-05-14T05:00:00.000Z');
  assert.equal(created('Created (GMT+5:30)', '2026-05-14T10:30:00Z'), '2026-05-14T10:30:00.000Z');
});

test('formulas that show a text become that text, and names and notes may be long', () => {
  assert.deepEqual(
    normalise(
      ['Name', 'Phone', 'City'],
      ['="Bina ""B"" Das"', '="9845010002"', '=HYPERLINK("https://x.in","Puri")'],
    ).values,
    {
      name: 'Bina "B" Das',
      phone: '9845010002',
      location: 'Puri',
    },
  );
  assert.equal(normalise(['Name'], ['=1+1']).values['name'], '=1+1');
  const { values, row, errors } = normalise(
    ['Name', 'Phone', 'Notes'],
    ['n'.repeat(201), '9845010001', 'é'.repeat(20_001)],
  );
  assert.deepEqual([values['name'], values['phone'], errors], [undefined, '9845010001', []]);
  assert.equal(values['notes']?.length, 20_000);
  assert.deepEqual(
    row.warnings.map(({ message }) => message),
    [
      'Name is too long (200 characters at most). The value is in the notes.',
      'Notes are longer than 20,000 characters. The rest is left out.',
    ],
  );
});

test('date and time in two columns become one moment, and HTML line breaks become line breaks', () => {
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

test('owners are stored as written, and ignored columns leave no trace', () => {
  const found = normalise(
    ['Name', 'Lead Owner', 'Secret'],
    ['Asha', 'David Love', 'x'],
    ['name', 'owner', 'ignore'],
  );
  assert.equal(found.owner, 'David Love');
  assert.deepEqual(found.values, { name: 'Asha' });
});

test('a COPY line has every column, NULL for missing values and doubled quotes', () => {
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
