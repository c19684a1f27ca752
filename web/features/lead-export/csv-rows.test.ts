import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvRowCounter } from '#web/features/lead-export/csv-rows.ts';

test('records are counted across chunks, and line breaks inside quotes are not', () => {
  const count = csvRowCounter();
  const encode = (text: string) => new TextEncoder().encode(text);
  assert.equal(count(encode('Name,Notes\r\nAsha,"one')), 1);
  assert.equal(count(encode('\ntwo ""quoted""\n"\r\nRavi,राम\r\n')), 3);
});
