import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pastedRows } from '#web/features/lead-import/pasted-rows.ts';

test('rows of a spreadsheet or list stay as they are', () => {
  assert.equal(pastedRows('Name\tPhone\r\nAsha\t98765 43210\r\n\r\n'), 'Name\tPhone\nAsha\t98765 43210');
  assert.equal(
    pastedRows('Asha Rao, 98765 43210\nBina, 9123456789'),
    'Asha Rao, 98765 43210\nBina, 9123456789',
  );
  const cells = 'Asha\t98450 10001\t12 Lake Road, Kothrud, Pune';
  assert.equal(pastedRows(cells), cells);
});

test('people are found in chat lines, and lines without number and address are dropped', () => {
  const chat = [
    '[12/11/26, 10:05:11 AM] Rohan Joshi: Asha Rao +91 98765-43210 asha@x.in',
    '\u200e12/11/26, 10:06 - Rohan: 9123456789 - Bina "Bee" Shah',
    '12/11/26, 10:07 pm - Rohan: please call them today',
    'Chand: 022 2345 6789',
  ].join('\n');
  assert.equal(
    pastedRows(chat),
    [
      'Name,Phone,Email',
      '"Asha Rao","+91 98765-43210","asha@x.in"',
      '"Bina ""Bee"" Shah","9123456789",""',
      '"Chand","022 2345 6789",""',
    ].join('\n'),
  );
  assert.equal(pastedRows('Asha Rao 9876543210'), 'Name,Phone,Email\n"Asha Rao","9876543210",""');
});
