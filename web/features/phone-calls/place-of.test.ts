import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeOf } from '#web/features/phone-calls/place-of.ts';

const DESK = { width: 1440, height: 900 };
const CARD = { width: 380, height: 300 };
const focused = (left: number, top: number, width: number, height: number, isTyped = true) => ({
  box: { left, top, right: left + width, bottom: top + height },
  isTyped,
});

test('a card appears in the lower corner, or elsewhere while the focus is there', () => {
  assert.equal(placeOf(CARD, DESK, undefined, false), 'bottom');
  assert.equal(placeOf(CARD, DESK, focused(100, 700, 400, 100), false), 'bottom');
  assert.equal(placeOf(CARD, DESK, focused(1000, 700, 400, 100), false), 'top');
  assert.equal(placeOf(CARD, DESK, focused(1000, 100, 400, 760), false), 'small');
});

test('on a phone a card gives way to the keyboard', () => {
  const phone = { width: 390, height: 844 };
  const sheet = { width: 390, height: 300 };
  assert.equal(placeOf(sheet, phone, focused(16, 100, 200, 40), true), 'small');
  assert.equal(placeOf(sheet, phone, focused(16, 100, 200, 40, false), true), 'bottom');
  assert.equal(placeOf(sheet, phone, focused(16, 700, 200, 40, false), true), 'top');
});
