import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');
const CHECKLIST = readFileSync(join(ROOT, 'docs/security-checklist.md'), 'utf8');
const MOST_DEVIATIONS = 8;

/** The sections of the standard (5.0), each with its number of requirements of level 1 and 2, which come first in it. */
const SECTIONS = `1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4
  5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1
  9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4
  13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2`;

const REQUIREMENTS = SECTIONS.split(/\s+/).flatMap((section) => {
  const [name = '', count = ''] = section.split(':');
  return Array.from({ length: Number(count) }, (_, index) => `${name}.${index + 1}`);
});

const rows = [...CHECKLIST.matchAll(/^\| (\d+\.\d+\.\d+) +\| (.+?) +\| (.+?) +\|$/gm)].map(
  ([, id = '', requirement = '', held = '']) => ({ id, requirement, held }),
);
const part = (title: string) =>
  CHECKLIST.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? assert.fail(title);
const deviations = [...part('Deviations').matchAll(/^(\d+)\. \*\*.+?\*\* \(([\d., ]+)\)/gms)];

/** The tests that a row names, as `file`: title. */
const testsOf = (held: string) =>
  held.split('<br>').flatMap((line) => {
    const [, file, title] =
      /`((?:server|test|shared|web|e2e)\/[^`]+\.(?:test|e2e)\.ts)`: (.+)$/.exec(line) ?? [];
    return file && title ? [{ file, title }] : [];
  });

test('every requirement of level 1 and 2 is in the list once, and every test named there exists', () => {
  const without = [...part('What does not apply').matchAll(/\b\d+\.\d+\.\d+\b/g)].map(([id]) => id);
  const listed = [...rows.map(({ id }) => id), ...without];
  assert.equal(REQUIREMENTS.length, 253);
  assert.deepEqual(listed.toSorted(), REQUIREMENTS.toSorted());
  const lost = rows
    .flatMap(({ id, held }) => testsOf(held).map((named) => ({ id, ...named })))
    .filter(({ file, title }) => {
      const path = join(ROOT, file);
      return !existsSync(path) || !readFileSync(path, 'utf8').includes(title);
    });
  assert.deepEqual(lost, []);
});

test('every row names a test or a deviation, and at most eight deviations are explained', () => {
  const bare = rows.filter(({ held }) => testsOf(held).length === 0 && !/^Deviation \d/.test(held));
  // The host of an installation is the operator's choice.
  assert.deepEqual(bare.map(({ id }) => id), ['3.5.4']); // prettier-ignore
  assert.ok(deviations.length <= MOST_DEVIATIONS, String(deviations.length));
  for (const { id, held } of rows) {
    const number = /Deviation (\d+)/.exec(held)?.[1];
    if (!number) continue;
    const [, , ids = ''] = deviations.find(([, one]) => one === number) ?? [];
    assert.ok(ids.split(', ').includes(id), `${id} is not among those of deviation ${number}`);
  }
});
