import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { SMALL_ERRORS } from '#test/sabotage/index.ts';
import { editsOf, KINDS, withEdit } from '#test/sabotage/small-error.ts';
import { unitOutcome } from '#test/sabotage/suites.ts';

const ROOT = join(import.meta.dirname, '../..');

test('every small error of the list can still be made, and names tests that there are', () => {
  for (const error of SMALL_ERRORS) {
    for (const edit of editsOf(error)) {
      assert.ok(existsSync(join(ROOT, edit.file)), `${error.id}: there is no ${edit.file}`);
      withEdit(readFileSync(join(ROOT, edit.file), 'utf8'), edit, error.id);
    }
    assert.ok(error.tests.length > 0, `${error.id} names no test`);
    for (const name of error.tests) {
      const [file = '', title = ''] = name.split(' > ');
      assert.ok(existsSync(join(ROOT, file)), `${error.id}: there is no ${file}`);
      const text = readFileSync(join(ROOT, file), 'utf8');
      // Titles made from a list are known when the tests run.
      const isMade = /test\(\s*`[^`]*\$\{/.test(text);
      assert.ok(isMade || text.includes(title), `${error.id}: no test ${name}`);
    }
  }
});

test('the list has 120 errors and more, each with an id of its own, and some of every kind', () => {
  assert.ok(SMALL_ERRORS.length >= 120, `${SMALL_ERRORS.length}`);
  const ids = SMALL_ERRORS.map(({ id }) => id);
  assert.deepEqual([...new Set(ids)], ids);
  for (const kind of KINDS)
    assert.ok(SMALL_ERRORS.filter((error) => error.kind === kind).length >= 3, `fewer than three of ${kind}`);
});

test('a test that hangs is told from one whose assertion fails', () => {
  const failed = (cause: string) => `✖ it works (5ms)\n✖ failing tests:\n✖ it works (5ms)\n  ${cause}`;
  const outcome = (output: string, isHung = false) => unitOutcome({ code: 1, output, isHung });
  assert.equal(outcome(failed('AssertionError [ERR_ASSERTION]: 1 !== 2')).isHung, false);
  assert.equal(outcome(failed("'test timed out after 120000ms'")).isHung, true);
  assert.equal(outcome('', true).isHung, true);
  assert.deepEqual(outcome(failed("'test timed out after 120000ms'")).failed, ['it works']);
});
