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
