import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { backups } from '#shared/installation/backups.ts';
import { putToSleep } from '#server/backup/asleep.ts';
import { backupFolder, stampOf } from '#server/backup/folder.ts';
import { noteRehearsal } from '#server/backup/last-rehearsal.ts';
import { withWorld } from '#test/world.ts';

test('superadmins see the age of the newest backup, and when one was last restored for a trial', async () => {
  const { app, world } = await withWorld({ backup: true });
  const { dataDir } = app.config;
  const found = async () => {
    const answer = await app.call(backups.check, {}, world.superadmin.token);
    assert.equal(answer.status, 200);
    return answer.body.data.map(({ level, says }) => [level, says]);
  };
  assert.deepEqual(await found(), [
    ['wrong', `There is no backup in ${backupFolder(dataDir)}.`],
    ['note', 'No backup has been test-restored yet.'],
  ]);
  mkdirSync(backupFolder(dataDir), { recursive: true });
  writeFileSync(join(backupFolder(dataDir), `lms-nightly-${stampOf(new Date())}.zip`), '');
  noteRehearsal(dataDir, []);
  const today = new Date().toLocaleDateString('en-GB', { dateStyle: 'long' });
  assert.deepEqual(await found(), [
    ['good', 'The newest backup is 0 hours old.'],
    ['good', `On ${today} a backup was restored for a trial, and nothing was wrong with it.`],
  ]);
  putToSleep(dataDir);
  assert.deepEqual((await found())[0], ['note', 'This installation was restored and sends nothing yet.']);
});

test('a database of one’s own has backups but no rehearsals, and every process knows of the nightly ones', async () => {
  const { app, world } = await withWorld({ backup: true, databaseUrl: 'postgres://elsewhere/lms' });
  const { dataDir } = app.config;
  noteRehearsal(dataDir, ['The embedded PostgreSQL is not installed.']);
  mkdirSync(backupFolder(dataDir), { recursive: true });
  writeFileSync(join(backupFolder(dataDir), `lms-nightly-${stampOf(new Date())}.zip`), '');
  for (const backup of [true, false]) {
    app.config.backup = backup;
    const answer = await app.call(backups.check, {}, world.superadmin.token);
    assert.deepEqual(
      answer.body.data.map(({ says }) => says),
      ['The newest backup is 0 hours old.'],
      String(backup),
    );
  }
});

test('an installation whose database is backed up by other means has nothing to say', async () => {
  const { app, world } = await withWorld({ backup: false });
  const answer = await app.call(backups.check, {}, world.superadmin.token);
  assert.deepEqual(answer.body.data, []);
});
