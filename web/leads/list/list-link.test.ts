import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leadLink, listLink, listSearchOf } from './list-link.ts';

test("the list's address survives opening a lead and returning", () => {
  const search = 'search=राम+%26+co&status=won%3F&page=3';
  const link = new URL(leadLink('7', search), 'http://lms.example');
  assert.equal(link.pathname, '/leads/7');
  const found = listSearchOf(link);
  assert.equal(found?.get('search'), 'राम & co');
  assert.equal(found?.get('status'), 'won?');
  assert.equal(new URL(listLink(found), link).searchParams.get('page'), '3');
});

test('a lead opened from the default list has a list address, a lead opened by its own address has none', () => {
  assert.equal(listSearchOf(new URL(leadLink('7'), 'http://lms.example'))?.size, 0);
  assert.equal(listSearchOf({ search: '' }), undefined);
  assert.equal(listLink(undefined), '/leads');
});
