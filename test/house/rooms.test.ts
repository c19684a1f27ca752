import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');
const WINGS = ['server', 'web'];
/** The largest share of the server's or page's lines that one folder may hold. */
const SHARE = 1 / 5;

/** The direct subfolders of `folder`. */
function rooms(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${folder}/${name}`);
}

/** Lines of code in a folder, without tests. */
function codeLines(folder: string): number {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:tsx?|css)$/.test(file) && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(ROOT, folder, file), 'utf8').split('\n').length - 1)
    .reduce((sum, lines) => sum + lines, 0);
}

for (const wing of WINGS) {
  test(`one word finds all of a feature: those of ${wing} have their file in shared/`, () => {
    const features = rooms(`${wing}/features`).map((folder) => folder.slice(`${wing}/features/`.length));
    assert.ok(features.length > 0);
    const shared = rooms('shared').flatMap((room) => readdirSync(join(ROOT, room)));
    const nameless = features.filter((word) => !shared.includes(`${word}.ts`));
    assert.deepEqual(nameless, [], 'Name the folder as its file in shared/ is named.');
  });

  test(`no folder of ${wing} holds more than a fifth of its lines`, () => {
    const all = codeLines(wing);
    const large = [...rooms(wing), ...rooms(`${wing}/features`)]
      .filter((room) => room !== `${wing}/features`)
      .map((room) => ({ room, lines: codeLines(room) }))
      .filter(({ lines }) => lines > all * SHARE);
    assert.deepEqual(large, [], 'Move a feature out, or a part that several features need to a floor below.');
  });
}

const FOLDERS = [...WINGS, 'shared', 'test', 'e2e', 'bench', 'scripts', 'deploy', 'docs'];
/** Folders in which a number or a name finds the file, because all files are of one kind. */
const SERIES = [
  'server/db/migrations/client',
  'server/db/migrations/core',
  'docs/decisions',
  // Input of one test, a file for each case; nobody looks for code here.
  'server/features/lead-import/reading/cases',
  // Results of measurements, which are not part of the project.
  'bench/results',
];
const MOST = 25;

test(`no folder of the project has more than ${MOST} files`, () => {
  const wide = FOLDERS.flatMap((folder) => [folder, ...folders(folder)])
    .filter((folder) => !SERIES.includes(folder))
    .map((folder) => ({ folder, files: filesIn(folder) }))
    .filter(({ files }) => files > MOST);
  assert.deepEqual(wide, [], 'Give the files of one subject a folder.');
});

const folders = (folder: string): string[] => rooms(folder).flatMap((room) => [room, ...folders(room)]);
const filesIn = (folder: string) =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.name.startsWith('.'),
  ).length;
