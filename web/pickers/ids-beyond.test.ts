import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idsBeyond } from './ids-beyond.ts';

const id = (digit: string) => `00000000-0000-4000-8000-00000000000${digit}`;

test('only ids that the rows do not have are asked for, each once, in the same order for the same ids', () => {
  const rows = [{ id: id('1') }];
  assert.equal(
    idsBeyond([id('3'), 'me', id('1'), id('2'), 'none', '', id('3')], rows),
    `${id('2')},${id('3')}`,
  );
  assert.equal(idsBeyond([id('1'), 'me'], rows), '');
  const many = Array.from({ length: 101 }, (_, index) => id('1').slice(0, -4) + String(1000 + index));
  assert.equal(idsBeyond(many, rows).split(',').length, 100);
});
