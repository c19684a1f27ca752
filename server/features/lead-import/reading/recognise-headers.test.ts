import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recogniseColumns } from './recognise-columns.ts';

const targets = (headers: string[]) => recogniseColumns(headers).map(({ target }) => target);

test('a leading owner word and a trailing remark in a header make no difference', () => {
  for (const whose of [
    'Lead',
    'Customer',
    'Client',
    'Contact',
    'Sender',
    'Your',
    'Student',
    'Prospect',
    'What is your',
    'PRIMARY',
  ])
    assert.deepEqual(
      targets([`${whose} Name`, `${whose} Phone`, `${whose} Email`, `${whose} City`]),
      ['name', 'phone', 'email', 'location'],
      whose,
    );
  assert.deepEqual(targets(['customerPhone', 'SENDER_MOBILE_ALT', 'sender_email_alt', 'mx_Next_Follow_Up_Date', 'QUERY_PRODUCT_NAME']), [
    'phone', 'phone', 'email', 'next_followup_date', 'product',
  ]); // prettier-ignore
  assert.deepEqual(targets(['Create Date (GMT+5:30)', 'Mobile (WhatsApp)', 'Full name (required) *', 'Assigned']), [
    'created_at', 'phone', 'name', 'owner',
  ]); // prettier-ignore
  assert.deepEqual(targets(['Query Date & Time']), ['created_at']);
  const unknown = [
    'Lead Title',
    'Contact Time',
    'Customer ID',
    'Lead Type',
    'Budget (in lakhs)',
    'Value (USD)',
    'Client',
    'Student of the month',
  ];
  assert.deepEqual(
    targets(unknown).filter((target) => target !== 'keep_in_notes'),
    ['name'],
  );
});

test('headers in Hindi and other languages are recognised', () => {
  assert.deepEqual(targets(['नाम', 'मोबाइल नंबर', 'ई-मेल', 'शहर', 'पता', 'स्थिति', 'टिप्पणी', 'दिनांक']), [
    'name', 'phone', 'email', 'location', 'address', 'status', 'notes', 'created_at',
  ]); // prettier-ignore
  assert.deepEqual(targets(['फ़ोन', 'राशि']), ['phone', 'value']);
  assert.deepEqual(targets(['Prénom', 'Nom', 'Téléphone', 'Société', 'E-mail']), [
    'first_name',
    'last_name',
    'phone',
    'company_name',
    'email',
  ]);
  assert.deepEqual(targets(['Vorname', 'Nachname', 'Telefon', 'Firma', 'Ort']), [
    'first_name',
    'last_name',
    'phone',
    'company_name',
    'location',
  ]);
});

test('a column called Contact is mapped by its values', () => {
  const of = (...values: string[]) => {
    const first = values.map((value, index) => ({ number: index + 2, cells: ['Asha', value] }));
    return recogniseColumns(['Lead Name', 'Contact'], { first }).map(({ target }) => target)[1];
  };
  assert.equal(of('9845010001', '', '+91 98450-10002'), 'phone');
  assert.equal(of('a@x.in', 'b@x.in'), 'email');
  assert.equal(of('Bina', '9845010001'), 'keep_in_notes');
});
