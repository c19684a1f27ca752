import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { indianMobile, phoneWords } from '#web/leads/phone-words.ts';

test('one Indian mobile number has one look, however it was typed', () => {
  for (const phone of ['9147135047', '+91 91471 35047', '+91-91471-35047', '091471 35047', '919147135047'])
    assert.equal(indianMobile(phone, 'IN'), '91471 35047');
  assert.equal(indianMobile('+91 91471 35047', 'GB'), undefined);
  assert.equal(indianMobile('022 2345 6789', 'IN'), undefined);
  assert.equal(indianMobile('9147135047 / 9147135048', 'IN'), undefined);
});

test("numbers of the client's country are national, others international, and the rest stays as typed", () => {
  const words = (phone: string, country: string) => phoneWords(phone, country, parsePhoneNumberFromString);
  assert.equal(words('+912223456789', 'IN'), '022 2345 6789');
  assert.equal(words('02079460958', 'GB'), '020 7946 0958');
  assert.equal(words('+919147135047', 'GB'), '+91 91471 35047');
  assert.equal(words('+14155552671', 'IN'), '+1 415 555 2671');
  assert.equal(words('call after 6', 'IN'), 'call after 6');
  assert.equal(words('12345', 'IN'), '12345');
});
