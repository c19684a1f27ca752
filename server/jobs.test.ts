import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { Jobs } from './jobs.ts';

beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] }));
afterEach(() => mock.timers.reset());

/** Jobs that note what they ran, and what failed. */
function noted() {
  const failed: string[] = [];
  const ran: string[] = [];
  const jobs = new Jobs((error, name) => void failed.push(`${name}: ${(error as Error).message}`));
  const note = (what: string) => async () => void ran.push(what);
  return { jobs, failed, ran, note };
}
/** Lets promises settle; timers stand still. */
const settled = async () => await new Promise(setImmediate);

test('repeated work runs at once and after each pause, but never twice at a time', async () => {
  const { jobs, ran } = noted();
  let finish = () => {};
  jobs.every(1000, 'slow', async () => {
    ran.push('slow');
    await new Promise<void>((resolve) => (finish = resolve));
  });
  mock.timers.tick(3000);
  assert.deepEqual(ran, ['slow']);
  finish();
  await settled();
  mock.timers.tick(1000);
  assert.deepEqual(ran, ['slow', 'slow']);
  finish();
  await jobs.stop();
});

test('the earliest of several plans for one key runs', async () => {
  const { jobs, ran, note } = noted();
  const now = Date.now();
  jobs.at(now + 500, 'one', 'later', note('later'));
  jobs.at(now + 200, 'one', 'earlier', note('earlier'));
  jobs.at(now + 300, 'one', 'between', note('between'));
  jobs.at(now + 100, 'other', 'other', note('other'));
  mock.timers.tick(1000);
  assert.deepEqual(ran, ['other', 'earlier']);
  jobs.at(Date.now(), 'one', 'again', note('again'));
  mock.timers.tick(1);
  assert.deepEqual(ran, ['other', 'earlier', 'again']);
  await jobs.stop();
});

test('a failure is reported with the name of the job, and the next run takes place', async () => {
  const { jobs, failed } = noted();
  jobs.every(1000, 'broken', async () => await Promise.reject(new Error('no database')));
  await settled();
  mock.timers.tick(1000);
  await settled();
  assert.deepEqual(failed, ['broken: no database', 'broken: no database']);
  await jobs.stop();
});

test('stopping aborts running work, waits for it, and starts no more', async () => {
  const { jobs, ran, note } = noted();
  jobs.run('long', async () => {
    await new Promise((resolve) => jobs.leaving.addEventListener('abort', resolve));
    await settled();
    ran.push('ended');
  });
  jobs.every(1000, 'repeated', note('repeated'));
  jobs.at(Date.now() + 500, 'planned', 'planned', note('planned'));
  await jobs.stop();
  assert.deepEqual(ran, ['repeated', 'ended']);
  jobs.run('new', note('new'));
  jobs.at(Date.now(), 'new', 'new', note('new'));
  mock.timers.tick(5000);
  await settled();
  assert.deepEqual(ran, ['repeated', 'ended']);
});
