import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { CHILDREN, INPUTS, childProgram, codeOf } from './child-programs.ts';

test('a child runs the built program and may read no source, unless a source is newer', (context) => {
  const root = mkdtempSync(join(tmpdir(), 'lms-child-'));
  context.after(() => rmSync(root, { recursive: true }));
  for (const folder of ['server', 'node_modules', 'dist/children'])
    mkdirSync(join(root, folder), { recursive: true });
  const source = join(root, 'server/child.ts');
  const built = join(root, 'dist/children/child.js');
  writeFileSync(source, '');
  assert.equal(codeOf(root, 'child.ts').program, source, 'not built');

  writeFileSync(join(root, 'dist/children', INPUTS), JSON.stringify(['server/child.ts']));
  writeFileSync(built, '');
  utimesSync(source, 1, 1);
  assert.deepEqual(codeOf(root, 'child.ts'), { program: built, code: [join(root, 'dist/children/')] });

  const later = Date.now() / 1000 + 60;
  utimesSync(source, later, later);
  assert.equal(codeOf(root, 'child.ts').program, source, 'changed since');
  rmSync(source);
  assert.equal(codeOf(root, 'child.ts').program, source, 'a source that has gone');
});

test('the tests run the built programs, as a release does', () => {
  for (const name of CHILDREN) assert.match(childProgram(name).at(-1) ?? '', /[\\/]dist[\\/]children[\\/]/);
});
