import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LEAD_FIELD_KEYS, leadField } from '#shared/fields/lead-fields.ts';
import { HEADERS } from '#test/input/crafted-files.ts';
import { findHeaderRow } from './header-row.ts';
import { recogniseColumns } from './recognise-columns.ts';

const targets = (headers: string[]) => recogniseColumns(headers).map((column) => column.target);
const rows = (...cells: string[][]) => cells.map((row, index) => ({ number: index + 1, cells: row }));

test('knows the headers of other products', () => {
  for (const [headers, expected] of [
    [
      HEADERS,
      [
        'keep_in_notes',
        'last_name',
        'company_name',
        'owner',
        'email',
        'phone',
        'keep_in_notes',
        'keep_in_notes',
        'source',
        'status',
        'created_at',
        'keep_in_notes',
        'keep_in_notes',
      ],
    ],
    // HubSpot
    [
      [
        'Record ID',
        'First Name',
        'Last Name',
        'Email',
        'Phone Number',
        'Contact owner',
        'Lead Status',
        'Create Date',
        'Company name',
        'Job Title',
      ],
      [
        'keep_in_notes',
        'first_name',
        'last_name',
        'email',
        'phone',
        'owner',
        'status',
        'created_at',
        'company_name',
        'designation',
      ],
    ],
    // Salesforce
    [
      [
        'FirstName',
        'LastName',
        'Title',
        'Company',
        'MobilePhone',
        'LeadSource',
        'Status',
        'Rating',
        'CreatedDate',
        'City',
      ],
      [
        'first_name',
        'last_name',
        'designation',
        'company_name',
        'phone',
        'source',
        'status',
        'interest_level',
        'created_at',
        'location',
      ],
    ],
    // Facebook lead ads
    [
      [
        'id',
        'created_time',
        'campaign_name',
        'form_name',
        'platform',
        'full_name',
        'email',
        'phone_number',
        'city',
      ],
      [
        'keep_in_notes',
        'created_at',
        'campaign_id',
        'form_id',
        'source',
        'name',
        'email',
        'phone',
        'location',
      ],
    ],
    // Google Contacts
    [
      [
        'Given Name',
        'Family Name',
        'Organization 1 - Name',
        'Email 1 - Value',
        'Phone 1 - Value',
        'Phone 2 - Value',
        'Labels',
      ],
      ['first_name', 'last_name', 'company_name', 'email', 'phone', 'phone', 'tags'],
    ],
    // Odoo
    [
      [
        'Opportunity',
        'Contact Name',
        'Email',
        'Phone',
        'Salesperson',
        'Stage',
        'Expected Revenue',
        'Created on',
      ],
      ['keep_in_notes', 'name', 'email', 'phone', 'owner', 'status', 'value', 'created_at'],
    ],
    // Twenty
    [
      [
        'Name / First Name',
        'Name / Last Name',
        'Emails / Primary Email',
        'Phones / Primary Phone Number',
        'Creation date',
      ],
      ['first_name', 'last_name', 'email', 'phone', 'created_at'],
    ],
    // LeadSquared, EspoCRM, Pipedrive
    [
      ['ProspectStage', 'EmailAddress', 'OwnerIdName', 'mx_City', 'CreatedOn'],
      ['status', 'email', 'owner', 'location', 'created_at'],
    ],
    [
      ['accountName', 'emailAddress', 'phoneNumber', 'assignedUserName', 'createdAt'],
      ['company_name', 'email', 'phone', 'owner', 'created_at'],
    ],
    [
      ['Lead - Owner', 'Person - Name', 'Person - Email - Work', 'Lead - Value'],
      ['owner', 'name', 'email', 'value'],
    ],
  ] as const) {
    assert.deepEqual(targets([...headers]), expected);
  }
});

test('case, spaces, punctuation and BOM make no difference', () => {
  assert.deepEqual(targets(['\ufeffEMAIL', ' phone_no. ', 'COMPANY  NAME', 'Next  follow-up DATE']), [
    'email',
    'phone',
    'company_name',
    'next_followup_date',
  ]);
});

test('every importable field is recognised by title and key, and our own export leaves no column unmapped', () => {
  for (const heading of [
    (key: (typeof LEAD_FIELD_KEYS)[number]) => leadField(key).title,
    (key: string) => key,
  ]) {
    const found = targets(LEAD_FIELD_KEYS.map(heading));
    LEAD_FIELD_KEYS.forEach((key, index) => {
      const named = { assigned_to: 'owner', product_id: 'product' }[key as string];
      const expected = leadField(key).importable ? key : (named ?? 'ignore');
      assert.equal(found[index], expected, key);
    });
  }
});

test('Google lead forms, Pipedrive people and the columns of an errors file are recognised', () => {
  assert.deepEqual(targets(['User Email', 'User Phone', 'Lead Submit Time']), [
    'email',
    'phone',
    'created_at',
  ]);
  assert.deepEqual(targets(['Person - Owner', 'Person - Person created', 'Person - Next activity date']), [
    'owner',
    'created_at',
    'next_followup_date',
  ]);
  assert.deepEqual(targets(['Name', 'Row', 'Reason']), ['name', 'ignore', 'ignore']);
  assert.deepEqual(targets(['Row', 'Name', 'Reason']), ['keep_in_notes', 'name', 'keep_in_notes']);
});

test('of two columns for one field the first wins, unless the second has its exact name', () => {
  assert.deepEqual(targets(['Organisation', 'Firm']), ['company_name', 'keep_in_notes']);
  assert.deepEqual(targets(['Organisation', 'Company']), ['keep_in_notes', 'company_name']);
  assert.deepEqual(targets(['Company', 'Company']), ['company_name', 'keep_in_notes']);
  assert.deepEqual(targets(['Mobile', 'Phone', 'Landline']), ['phone', 'phone', 'phone']);
});

test('headers like __proto__ are treated as any other', () => {
  assert.deepEqual(targets(['__proto__', 'constructor', 'toString', 'Email']), [
    'keep_in_notes',
    'keep_in_notes',
    'keep_in_notes',
    'email',
  ]);
});

test('a manual mapping overrides detection', () => {
  const columns = recogniseColumns(['Email', 'x'], { mapping: ['ignore', 'email'] });
  assert.deepEqual(
    columns.map((column) => column.target),
    ['ignore', 'email'],
  );
});

test('the header row may come after a title', () => {
  const found = findHeaderRow(
    rows(
      ['Leads of April'],
      ['', 'Printed 3/4/2021'],
      ['Name', 'Email', 'City', 'Phone'],
      ['Asha', 'a@b.in', 'Pune', '1'],
    ),
  );
  assert.deepEqual(found, { row: 3, headers: ['Name', 'Email', 'City', 'Phone'] });
});

test('unknown headers are still headers, and a nameless one is called by its position', () => {
  const found = findHeaderRow(rows(['Foo', '', 'Bar', ''], ['1', '2', '3', '']));
  assert.deepEqual(found, { row: 1, headers: ['Foo', 'Column 2', 'Bar'] });
});

test('a file without headers starts with its data', () => {
  const found = findHeaderRow(
    rows(['Asha Sharma', 'asha@example.in', '9876543210', '7'], ['Ravi', 'r@b.in', '', '8']),
  );
  assert.equal(found.row, 0);
  assert.deepEqual(found.headers, ['Column 1', 'Column 2', 'Column 3', 'Column 4']);
  assert.deepEqual(found.guessed, ['name', 'email', 'phone', 'keep_in_notes']);
});
