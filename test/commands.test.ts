import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');

/** What `npm test -- …` says when it refuses to begin. */
function refusalOf(...words: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/test.mjs', ...words], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  assert.equal(status, 1, stdout);
  assert.equal(stdout, '', 'a step has begun');
  return stderr.trim();
}

test('npm test refuses a filter that no chosen step uses, before the first step', () => {
  assert.equal(
    refusalOf('types', 'authorization'),
    '"authorization" chooses test files, and the chosen steps (types) run none. Add unit or e2e.',
  );
  assert.match(
    refusalOf('unit', 'authorization', 'book-a-demo'),
    /^No test file of the chosen steps \(unit\) has "book-a-demo" in its path\./,
  );
  assert.match(
    refusalOf('authorization', 'nonsense'),
    /^Neither a step nor a test file is called "nonsense"\./,
  );
  assert.match(
    refusalOf('unit', 'e2e', 'authorization'),
    /^No test file of the step e2e has "authorization" in its path\.$/,
  );
});
