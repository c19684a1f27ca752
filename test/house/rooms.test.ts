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

/** Migrations, each a file, and the frame around the pages. */
const WIDE = ['server/db/migrations/client', 'server/db/migrations/core', 'web/shell'];

test('no folder of server, web and shared has more than 25 files of code', () => {
  const wide = [...WINGS, 'shared']
    .flatMap((wing) => [wing, ...folders(wing)])
    .filter((folder) => !WIDE.includes(folder))
    .map((folder) => ({ folder, files: filesIn(folder) }))
    .filter(({ files }) => files > 25);
  assert.deepEqual(wide, [], 'Give the files of one subject a folder.');
});

const folders = (folder: string): string[] => rooms(folder).flatMap((room) => [room, ...folders(room)]);
const filesIn = (folder: string) =>
  readdirSync(join(ROOT, folder)).filter((file) => /\.(?:tsx?|css)$/.test(file)).length;
