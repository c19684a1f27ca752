import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { childProgram } from '#server/child-programs.ts';
import { UnreadableFile } from '#server/spreadsheets/unreadable-file.ts';
import {
  HEADERS,
  crmExport,
  csv,
  deflatedBomb,
  oneSheet,
  workbookParts,
  zip,
} from '#test/input/crafted-files.ts';
import { lines, refusal, upload } from '#test/input/crafted-upload.ts';
import { residentMegabytes } from './child-watch.ts';
import { readLeadRows } from './parse-in-child.ts';

const CHILD = 'features/lead-import/reading/import-child.ts';

const ROWS = 15_000;
/** A file far larger than what is on its way between two processes. */
const big = await upload(csv([HEADERS, ...crmExport(ROWS)]));

/** Child processes that have started and not ended yet. */
async function children(): Promise<number> {
  // The event loop closes an ended process's handle after the immediates of its turn.
  await setImmediate();
  await setImmediate();
  return process.getActiveResourcesInfo().filter((resource) => resource === 'ProcessWrap').length;
}
/** The id of the one running child; 0 until it runs. */
function childId(): number {
  if (process.platform === 'linux') {
    return Number(readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ').at(-1));
  }
  const list = execFileSync('ps', ['-A', '-o', 'pid=', '-o', 'ppid=', '-o', 'args='], {
    encoding: 'utf8',
  }).split('\n');
  const child = list
    .map((line) => line.trim().split(/\s+/))
    .find(([, parent, ...args]) => {
      return Number(parent) === process.pid && args.join(' ').includes('import-child.');
    });
  return Number(child?.[0] ?? 0);
}

test(
  'a zip bomb, and one long text repeated in every cell, are refused quickly in little memory',
  { timeout: 20_000 },
  async () => {
    const parts = workbookParts({ sheets: [{ name: 'S', xml: '' }] });
    const bomb = zip(
      parts.map((part) =>
        part.name.includes('sheet1') ? { name: part.name, packed: deflatedBomb(9000, '<x>', '</x>') } : part,
      ),
    );
    const cell = `<c t="s"><v>0</v></c>`.repeat(100);
    const rows = Array.from({ length: 20_000 }, (_, index) => `<row r="${index + 1}">${cell}</row>`);
    const repeated = oneSheet(rows.join(''), { strings: `<si><t>${'x'.repeat(30_000)}</t></si>` });
    for (const content of [bomb, repeated]) {
      const given = await upload(content, 'leads.xlsx');
      let most = 0;
      const reading = lines(given);
      const timer = setInterval(
        () => void residentMegabytes(childId()).then((held) => (most = Math.max(most, held))),
        20,
      );
      await assert.rejects(reading, refusal(422, /damaged or too large when unpacked/));
      clearInterval(timer);
      assert.ok(most < 256 && (most > 0 || process.platform !== 'linux'), `${most} MB`);
    }
  },
);

test('an abort, a reader that leaves and the time limit end the child at once', async () => {
  const stop = new AbortController();
  const aborted = readLeadRows({ ...big, signal: stop.signal });
  await once(aborted.rows, 'readable');
  assert.equal(await children(), 1);
  stop.abort(new Error('The user left.'));
  await assert.rejects(aborted.summary, /The user left/);
  assert.equal(await children(), 0);

  const left = readLeadRows(big);
  await once(left.rows, 'readable');
  left.rows.destroy();
  await assert.rejects(left.summary);
  assert.equal(await children(), 0);

  // Nobody reads the rows, so the child waits for its reader until the limit.
  const slow = readLeadRows({ ...big, timeLimit: 1500 });
  await assert.rejects(slow.summary, refusal(422, /took too long to read/));
  assert.equal(await children(), 0);
  // The limit counts processor time where available, and no waiting.
  const working = readLeadRows({ ...big, limits: { megabytes: 256, processorMs: 100 } });
  working.rows.resume();
  if (process.platform === 'linux')
    await assert.rejects(working.summary, refusal(422, /took too long to read/));
  else assert.equal((await working.summary).rows, ROWS);
  await assert.rejects(lines({ ...big, signal: AbortSignal.abort(new Error('Too late.')) }), /Too late/);
});

test('the child sees nothing of the server’s environment', async () => {
  process.env['SECRET_OF_THE_SERVER'] = 'secret';
  const { rows, summary } = readLeadRows(big);
  await once(rows, 'readable');
  // Only Linux shows the environment of another process.
  const seen = process.platform === 'linux' ? readFileSync(`/proc/${childId()}/environ`, 'utf8') : '';
  delete process.env['SECRET_OF_THE_SERVER'];
  rows.destroy();
  await assert.rejects(summary);
  assert.doesNotMatch(seen, /secret/i);
});

test('a child that dies is reported as a damaged file, never as the end of its rows', async () => {
  const { rows, summary } = readLeadRows(big);
  await once(rows, 'readable');
  process.kill(childId(), 'SIGKILL');
  const ended = new Promise((resolve) => rows.once('end', () => resolve('ended')).once('error', resolve));
  rows.resume();
  await assert.rejects(summary, refusal(422, /damaged or too large when unpacked/));
  assert.ok((await ended) instanceof UnreadableFile);
});

/** Attempts that a file might make after taking over the child. */
const ATTEMPTS = {
  'write a file': `fs.writeFileSync(process.argv[3], 'x')`,
  'make a folder': `fs.mkdirSync(process.argv[3])`,
  'remove the file it reads': `fs.unlinkSync(process.argv[2])`,
  'read another file': `fs.readFileSync('/etc/hostname')`,
  'list the data folder': `fs.readdirSync(path.dirname(process.argv[3]))`,
  'list the data folder within the project': `fs.readdirSync('data')`,
  'start a process': `childProcess.execFileSync(process.execPath, ['--version'])`,
  'start a thread': `new threads.Worker('1', { eval: true })`,
};

test('code with a child’s permissions can read its file, and do nothing else', async () => {
  const { path } = await upload(csv([HEADERS, ...crmExport(1)]), 'leads.csv');
  const script = `
    import fs from 'node:fs'; import path from 'node:path'; import childProcess from 'node:child_process'; import threads from 'node:worker_threads';
    const said = { 'read its file': fs.readFileSync(process.argv[2]).length > 0 };
    const attempts = { ${Object.entries(ATTEMPTS)
      .map(([what, code]) => `'${what}': () => ${code}`)
      .join(', ')} };
    for (const [what, attempt] of Object.entries(attempts)) try { attempt(); said[what] = true; } catch (error) { said[what] = error.code; }
    console.log(JSON.stringify(said));`;
  const target = join(tmpdir(), `lms-child-${process.pid}`);
  const output = execFileSync(
    process.execPath,
    [...childProgram(CHILD, path).slice(0, -1), '--input-type=module', '-e', script, 'child', path, target],
    { encoding: 'utf8' },
  );
  const refused = Object.fromEntries(Object.keys(ATTEMPTS).map((what) => [what, 'ERR_ACCESS_DENIED']));
  assert.deepEqual(JSON.parse(output), { 'read its file': true, ...refused });
  assert.ok(!existsSync(target));
});

test(
  'the child runs with exactly these permissions, and without the server’s environment',
  { skip: process.platform !== 'linux' },
  async () => {
    const given = await upload(csv([HEADERS, ...crmExport(20_000)]), 'leads.csv');
    const { rows, summary } = readLeadRows(given);
    while (childId() === 0) await setImmediate();
    // The child's program has started once the child has its own command line.
    const argumentsOf = () => readFileSync(`/proc/${childId()}/cmdline`, 'utf8').split('\0');
    while (!argumentsOf().some((argument) => /import-child\.[jt]s$/.test(argument))) await setImmediate();
    const permissions = argumentsOf().filter((argument) => /^--(permission|allow-)/.test(argument));
    const environment = readFileSync(`/proc/${childId()}/environ`, 'utf8').split('\0');
    rows.resume();
    await summary;
    assert.deepEqual(permissions, childProgram(CHILD, given.path).slice(0, -1));
    assert.ok(!environment.some((entry) => /^(PATH|HOME|DATABASE_URL|TEST_DATABASE_URL)=/.test(entry)));
  },
);
