import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { openUploads } from './uploads-folder.ts';

let data = '';
before(() => {
  data = mkdtempSync(join(tmpdir(), 'lms-uploads-'));
});
after(() => rmSync(data, { recursive: true }));

const MODULE = new URL('./uploads-folder.ts', import.meta.url).href;

/** The folder of a killed process, with leads in it. */
function killedProcess(): string {
  const script = `
    import { writeFileSync } from 'node:fs';
    const { openUploads } = await import(${JSON.stringify(MODULE)});
    const uploads = openUploads(${JSON.stringify(data)});
    writeFileSync((await uploads.open()) + '/leads', 'Asha');
    process.stdout.write(uploads.folder, () => process.kill(process.pid, 'SIGKILL'));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  assert.ok(stdout, stderr);
  return stdout;
}

test('uploads lie in the data folder, private to this process, and are deleted with it', async () => {
  const uploads = openUploads(data);
  const upload = await uploads.open();
  assert.ok(upload.startsWith(join(data, 'uploads')));
  if (process.platform !== 'win32') {
    for (const folder of [join(data, 'uploads'), uploads.folder, upload])
      assert.equal(statSync(folder).mode & 0o777, 0o700);
  }
  await uploads.close();
  assert.deepEqual(readdirSync(join(data, 'uploads')), []);
});

test('files of a killed process are removed by the next one, and those of live processes or others stay', async () => {
  const dead = killedProcess();
  assert.ok(existsSync(dead));
  const living = openUploads(data);
  const held = await living.open();
  assert.ok(!existsSync(dead));
  // A later process with the dead one's number does not keep its folder alive.
  const [machine, pid] = basename(living.folder).split('-');
  const reused = join(data, 'uploads', `${machine}-${pid}-00000000-00000000`);
  const elsewhere = join(data, 'uploads', `00000000-${pid}-00000000-00000000`);
  const unused = join(data, 'uploads', `00000001-${pid}-00000000-00000000`);
  const strange = join(data, 'uploads', 'somebody else');
  for (const folder of [reused, elsewhere, unused, strange]) mkdirSync(folder);
  writeFileSync(join(data, 'uploads', 'file'), 'x');
  const old = new Date(Date.now() - 2 * 60 * 60_000);
  // The file system knows nothing of a clock that the run has moved.
  utimesSync(elsewhere, new Date(), new Date());
  for (const folder of [unused, strange]) utimesSync(folder, old, old);
  const second = openUploads(data);
  assert.deepEqual(
    [reused, unused, elsewhere, strange, held].map((folder) => existsSync(folder)),
    [false, false, true, true, true],
  );
  assert.ok(existsSync(join(data, 'uploads', 'file')));
  await Promise.all([living.close(), second.close()]);
});
