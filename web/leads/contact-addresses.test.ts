import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailAddress, phoneAddress, whatsAppAddress } from '#web/leads/contact-addresses.ts';

test('a number keeps its digits and its plus', () => {
  assert.equal(phoneAddress('+91 98765-43210'), 'tel:+919876543210');
  assert.equal(phoneAddress('(022) 2345 678'), 'tel:0222345678');
});

test('WhatsApp gets the country code, however the number is written', () => {
  for (const phone of ['+91 98765 43210', '98765 43210', '09876543210', '0091 9876543210']) {
    assert.equal(whatsAppAddress(phone), 'https://wa.me/919876543210');
  }
  assert.equal(whatsAppAddress('+1 (415) 555-0100'), 'https://wa.me/14155550100');
});

test('an address cannot smuggle headers into the mail', () => {
  assert.equal(mailAddress('a+b@x.in'), 'mailto:a%2Bb@x.in');
  assert.equal(mailAddress('a@x.in?bcc=c@y.in'), 'mailto:a@x.in%3Fbcc%3Dc%40y.in');
});

test('a text is filled in whole, with lines that end as the other program wants them', () => {
  const message = { subject: 'A & B?', text: 'Namaste & 50% off\nनमस्ते' };
  assert.equal(
    whatsAppAddress('98765 43210', message),
    'https://wa.me/919876543210?text=Namaste%20%26%2050%25%20off%0A%E0%A4%A8%E0%A4%AE%E0%A4%B8%E0%A5%8D%E0%A4%A4%E0%A5%87',
  );
  const mail = mailAddress('a@x.in', message);
  assert.ok(
    mail.startsWith('mailto:a@x.in?subject=A%20%26%20B%3F&body=Namaste%20%26%2050%25%20off%0D%0A'),
    mail,
  );
  assert.equal(mailAddress('a@x.in', { text: 'Hi' }), 'mailto:a@x.in?body=Hi');
});
