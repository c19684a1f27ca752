import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinTags, splitTags } from './tag-text.ts';

test('tags survive their text, with commas, quotes and line breaks in them', () => {
  for (const tags of [
    [],
    ['vip'],
    ['vip', 'Delhi, NCR'],
    ['4" pipe; steel', '* urgent', 'दिल्ली'],
    ['a\nb', 'c'],
  ])
    assert.deepEqual(splitTags(joinTags(tags)), tags);
});

test('typed tags are split at commas, semicolons and lines; blank and repeated ones are dropped', () => {
  assert.deepEqual(splitTags('hot, , delhi;hot\n* new ,"Delhi, NCR", 4" pipe'), [
    'hot',
    'delhi',
    'new',
    'Delhi, NCR',
    '4" pipe',
  ]);
});
