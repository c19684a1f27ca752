import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { drawErrors } from '#test/sabotage/drawn-errors.ts';
import { SMALL_ERRORS } from '#test/sabotage/errors/index.ts';
import { editsOf, KINDS, withEdit } from '#test/sabotage/small-error.ts';
import { unitOutcome } from '#test/sabotage/suites.ts';

const ROOT = join(import.meta.dirname, '../..');

test('every small error in the list still applies, and names existing tests', () => {
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
      // Titles generated from a list are known only at run time.
      const isMade = /test\(\s*`[^`]*\$\{/.test(text);
      assert.ok(isMade || text.includes(title), `${error.id}: no test ${name}`);
    }
  }
});

test('the list has at least 120 errors, each with a unique id, and some of every kind', () => {
  assert.ok(SMALL_ERRORS.length >= 120, `${SMALL_ERRORS.length}`);
  const ids = SMALL_ERRORS.map(({ id }) => id);
  assert.deepEqual([...new Set(ids)], ids);
  for (const kind of KINDS)
    assert.ok(SMALL_ERRORS.filter((error) => error.kind === kind).length >= 3, `fewer than three of ${kind}`);
});

test('a hanging test is distinguished from one whose assertion fails', () => {
  const failed = (cause: string) => `✖ it works (5ms)\n✖ failing tests:\n✖ it works (5ms)\n  ${cause}`;
  const outcome = (output: string, isCut = false) => unitOutcome({ code: 1, output, isCut });
  assert.equal(outcome(failed('AssertionError [ERR_ASSERTION]: 1 !== 2')).isHang, false);
  assert.equal(outcome(failed("'test timed out after 120000ms'")).isHang, true);
  assert.equal(outcome('', true).isHang, true);
  assert.deepEqual(outcome(failed("'test timed out after 120000ms'")).failed, ['it works']);
});

test('the same seed draws the same errors, other seeds other ones, and each of them applies', () => {
  const drawn = drawErrors('one', 60);
  assert.equal(drawn.length, 60);
  assert.deepEqual(drawErrors('one', 60), drawn);
  const ids = new Set(drawn.map(({ id }) => id));
  assert.equal(ids.size, 60);
  assert.ok(drawErrors('two', 60).filter(({ id }) => ids.has(id)).length < 10);
  for (const error of drawn) {
    const text = readFileSync(join(ROOT, error.file), 'utf8');
    assert.notEqual(withEdit(text, error, error.id), text, error.id);
    assert.ok(error.tests.length > 0 && !error.file.includes('.test.'), error.id);
  }
  const kinds = drawErrors('one', 250).map(({ breaks }) => breaks);
  for (const kind of ['becomes', 'is dropped', 'one more', 'swapped', 'is turned', 'left out', 'of SQL'])
    assert.ok(
      kinds.some((what) => what.includes(kind)),
      kind,
    );
});
