import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

const FILES = 8;
const TESTS = 200;
const folder = mkdtempSync(join(tmpdir(), 'lms-reports-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('a run reports every test, also of processes that are ended after their last one', () => {
  const paths = Array.from({ length: FILES }, (_, file) => join(folder, `many-${file}.test.mjs`));
  for (const path of paths)
    writeFileSync(
      path,
      `import { test } from 'node:test';
      for (let i = 0; i < ${TESTS}; i++) test('a name as long as most of them have, of test number ' + i, () => {});`,
    );
  // Inside a test the runner would take the files for its own.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { stdout } = spawnSync(
    process.execPath,
    ['--import=./test/preload.ts', '--test', '--test-force-exit', '--test-reporter=tap', ...paths],
    { env, encoding: 'utf8' },
  );
  assert.match(stdout, new RegExp(`^# tests ${FILES * TESTS}$`, 'm'));
});
