import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailAddress, phoneAddress, whatsAppAddress } from './contact-addresses.ts';
import { firstNumber, indianMobile } from './phone-numbers.ts';
import { readPhones } from './read-phones.ts';

const [asha] = readPhones('98765 43210', 'IN');
assert.ok(asha);

/** The numbers of a field as dialler and WhatsApp get them. */
const addresses = (phone: string, country = 'IN') =>
  readPhones(phone, country).map((number) => [phoneAddress(number), whatsAppAddress(number)]);
const both = (e164: string, extension = '') => [`tel:+${e164}${extension}`, `https://wa.me/${e164}`];

test('one Indian number has one address and one format in any spelling', () => {
  for (const phone of [
    '+91 98765-43210', '98765 43210', '09876543210', '0091 9876543210', '919876543210', '(+91) 98765 43210', '091-98765-43210',
    'M: 98765 43210', 'tel:+919876543210', '9876543210 (O)', '+91 98765 43210 whatsapp', '९८७६५ ४३२१०', '‪+91 98765 43210‬',
  ]) {
    assert.deepEqual(addresses(phone), [both('919876543210')], phone);
    assert.equal(readPhones(phone, 'IN')[0]?.words, '98765 43210', phone);
  }
}); // prettier-ignore

test('an Indian mobile number is the same with and without the library', () => {
  for (const phone of ['98765 43210', '+919876543210', '09876543210', '0091 98765-43210'])
    assert.deepEqual(indianMobile(phone, 'IN'), readPhones(phone, 'IN')[0], phone);
  assert.equal(indianMobile('98765 43210', 'GB'), undefined);
  assert.equal(indianMobile('98765 43210 / 91234 56789', 'IN'), undefined);
});

test('an Indian landline keeps its area code apart', () => {
  for (const phone of ['080-2657 1234', '08026571234', '(080) 2657 1234', '+91 80 2657 1234'])
    assert.equal(readPhones(phone, 'IN')[0]?.words, '080 2657 1234', phone);
  assert.equal(readPhones('0712-2345678', 'IN')[0]?.words, '0712 234 5678');
  for (const phone of ['80123 45678', '080123-45678', '+918012345678'])
    assert.equal(readPhones(phone, 'IN')[0]?.words, '80123 45678', phone);
});

test('until the library is loaded the first number is dialled, and no chat offered', () => {
  const dialled = (phone: string) => firstNumber(phone).map(({ dial, chat }) => [dial, chat]);
  assert.deepEqual(dialled('022-2345 6789 ext 12 / 98765 43210'), [['02223456789', undefined]]);
  assert.deepEqual(dialled('+65 6123 4567'), [['+6561234567', undefined]]);
  assert.deepEqual(dialled('call after 6'), []);
});

test('each number of a field has its own address', () => {
  const landline = both('912223456789');
  for (const between of [' / ', ', ', '; ', '\n', ' or ', '|'])
    assert.deepEqual(
      addresses(`98765 43210${between}022-2345 6789`),
      [both('919876543210'), landline],
      between,
    );
  assert.deepEqual(addresses('98765-43210/19'), [both('919876543210')]);
  assert.deepEqual(addresses('9876543210/'), [both('919876543210')]);
});

test('numbers without a separator are told apart by their digits', () => {
  const two = [both('919811200013'), both('919811200014')];
  for (const phone of [
    '9811200013 9811200014', '98112 00013  98112 00014', '98112-00013 - 98112-00014', '9811200013-9811200014', '9811200013 (9811200014)',
    '+91 98112 00013 +91 98112 00014', 'M 9811200013 ya 9811200014', '9811200013 whatsapp 9811200014', '1) 98112 00013 2) 98112 00014',
  ])
    assert.deepEqual(addresses(phone), two, phone); // prettier-ignore
  assert.deepEqual(addresses('9811200013 98112 00014 +91-9811200015'), [...two, both('919811200015')]);
  assert.deepEqual(addresses('022 2345 6789 98112 00013'), [both('912223456789'), both('919811200013')]);
  assert.deepEqual(addresses('030 123456 040 654321', 'DE'), [both('4930123456'), both('4940654321')]);
  assert.deepEqual(addresses('+44 20 7946 0018 ext 12345', 'GB'), [both('442079460018', ';ext=12345')]);
  assert.deepEqual(
    firstNumber('98112 00013 98112 00014').map(({ dial }) => dial),
    ['9811200013'],
  );
});

test('an extension is dialled after the number, and is not part of a chat', () => {
  for (const phone of [
    '022-2345 6789 ext 12',
    '022 2345 6789 x12',
    '022 2345 6789 Extn. 12',
    '+91 22 2345 6789 #12',
  ])
    assert.deepEqual(addresses(phone), [both('912223456789', ';ext=12')], phone);
  assert.deepEqual(addresses('(022) 2345 678 ext 9'), [
    ['tel:0222345678;ext=9', 'https://wa.me/91222345678'],
  ]);
});

test("a national number belongs to the client's country, and one with a plus to its own", () => {
  assert.deepEqual(addresses('(415) 555-2671', 'US'), [both('14155552671')]);
  assert.deepEqual(addresses('020 7946 0018', 'GB'), [both('442079460018')]);
  assert.deepEqual(addresses('8 (912) 345-67-89', 'RU'), [both('79123456789')]);
  assert.deepEqual(addresses('06 6982 1234', 'IT'), [both('390669821234')]);
  assert.deepEqual(addresses('050 123 4567', 'AE'), [both('971501234567')]);
  for (const country of ['IN', 'US', 'SG', 'DE']) {
    assert.deepEqual(addresses('+65 6123 4567', country), [both('6561234567')]);
    assert.deepEqual(addresses('+44 (0)20 7946 0018', country), [both('442079460018')]);
  }
});

test('an unrecognised number is dialled as typed, and text without a number not at all', () => {
  assert.deepEqual(addresses('(022) 2345 678'), [['tel:0222345678', 'https://wa.me/91222345678']]);
  assert.deepEqual(addresses('+999 12345'), [['tel:+99912345', 'https://wa.me/99912345']]);
  assert.deepEqual(addresses('1800-103-1234'), [both('9118001031234')]);
  for (const phone of ['', '-', 'N.A.', 'call after 6', '+91']) assert.deepEqual(addresses(phone), [], phone);
});

test("numbers of the client's country are shown in national format, others in international, and the rest as typed", () => {
  const words = (phone: string, country: string) => readPhones(phone, country).map((number) => number.words);
  assert.deepEqual(words('+912223456789', 'IN'), ['022 2345 6789']);
  assert.deepEqual(words('02079460958', 'GB'), ['020 7946 0958']);
  assert.deepEqual(words('+919147135047', 'GB'), ['+91 91471 35047']);
  assert.deepEqual(words('+14155552671 / 12345678', 'IN'), ['+1 415 555 2671', '12345678']);
});

test('an address cannot smuggle headers into the mail', () => {
  assert.equal(mailAddress('a+b@x.in'), 'mailto:a%2Bb@x.in');
  assert.equal(mailAddress('a@x.in?bcc=c@y.in'), 'mailto:a@x.in%3Fbcc%3Dc%40y.in');
});

test('the whole text is filled in, with the line endings the other program expects', () => {
  const message = { subject: 'A & B?', text: 'Namaste & 50% off\nनमस्ते' };
  assert.equal(
    whatsAppAddress(asha, message),
    'https://wa.me/919876543210?text=Namaste%20%26%2050%25%20off%0A%E0%A4%A8%E0%A4%AE%E0%A4%B8%E0%A5%8D%E0%A4%A4%E0%A5%87',
  );
  const mail = mailAddress('a@x.in', message);
  assert.ok(
    mail.startsWith('mailto:a@x.in?subject=A%20%26%20B%3F&body=Namaste%20%26%2050%25%20off%0D%0A'),
    mail,
  );
  assert.equal(mailAddress('a@x.in', { text: 'Hi' }), 'mailto:a@x.in?body=Hi');
});
