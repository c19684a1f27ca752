import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';

const FOLDERS = ['bench', 'docs', 'e2e', 'scripts', 'server', 'shared', 'test', 'web'];
const FILES = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
).filter((file) => /\.(?:ts|tsx|mjs|md)$/.test(file) && !file.endsWith('words.test.ts'));

const read = (file: string) => readFileSync(file, 'utf8');

/** Matching lines in the files, as `path:line`. */
const places = (files: readonly string[], pattern: RegExp): string[] =>
  files.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}`] : [])),
  );

test('a field that a client has added is called a custom field', () => {
  const pattern =
    /\bfields? of (?:a|the|its|their) clients?['’]s? own\b|\bclient['’]s own fields?\b|\bown fields\b/i;
  // The screen speaks to the client: "Each client has its own fields."
  const found = places(FILES, pattern).filter((place) => !/its own fields/.test(lineAt(place)));
  assert.deepEqual(found, [], 'the glossary calls these custom fields');
});

test('the past of a lead is called its history', () => {
  const names = FILES.filter((file) => /timeline|activity/i.test(file));
  assert.deepEqual(names, [], 'the glossary calls this history');
});

test('the page calls the id of a client clientId, except for the name in a path', () => {
  const page = FILES.filter((file) => file.startsWith('web'));
  assert.deepEqual(places(page, /\btenantId\b(?!: )/), []);
});

test('email is spelled email, as on the screens', () => {
  // Headers and cells of other people's files stay as they are.
  const ours = FILES.filter((file) => !/foreign-headers\.ts$|lead-import\/[\w/-]+\.test\.ts$/.test(file));
  assert.deepEqual(places(ours, /\be-mail/i), []);
});

test('a comment begins with its subject', () => {
  const pattern = /^\s*(?:\/\*\*|\/\/) (?:It|What|Whoever|Those|Them|That of|One that|Who|Whose|Whom)\b/;
  const code = FILES.filter((file) => !file.endsWith('.md'));
  assert.deepEqual(places(code, pattern), [], 'see CONTRIBUTING.md: a noun stands first');
});

test('toasts of failures begin with "Failed to", and those of successes are no sentence with a full stop', () => {
  const page = FILES.filter((file) => file.startsWith('web') && !file.includes('.test.'));
  const failures = places(page, /\bfailed[:=]\s*\{?['"`](?!Failed to )[A-Z]/);
  const successes = places(page, /\bshowSuccess\(['"`][^'"`.]*\.['"`]\)/);
  assert.deepEqual([...failures, ...successes], [], 'see "Parts" in docs/design.md');
});

function lineAt(place: string): string {
  const [file = '', line] = place.split(':');
  return read(file).split('\n')[Number(line) - 1] ?? '';
}
