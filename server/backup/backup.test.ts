import assert from 'node:assert/strict';
import { join } from 'node:path';
import {
  chmodSync,
  existsSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { after, test } from 'node:test';
import { apiKeys } from '#shared/accounts/api-keys.ts';
import { callLogs } from '#shared/activities/call-logs.ts';
import { clients } from '#shared/installation/clients.ts';
import { leadNotes } from '#shared/leads/lead-notes.ts';
import { leads } from '#shared/leads/leads.ts';
import { products } from '#shared/leads/products.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { BackupReader } from '#server/backup/container.ts';
import { restoreAll } from '#server/backup/restore-all.ts';
import { restoreClient } from '#server/backup/restore-client.ts';
import { backUp } from '#server/backup/write-backup.ts';
import { openDatabase } from '#server/db/database.ts';
import { inTransaction, onOwnConnection } from '#server/db/pool/own-connection.ts';
import { removeClient } from '#server/features/clients/client-removal.queries.ts';
import { differsFromMirror, mendMirror } from '#server/mirror/compare-mirror.queries.ts';
import { followClient } from '#server/mirror/follow-client.queries.ts';
import { hashPassword, verifyPassword } from '#server/secrets/passwords.ts';
import { allRows } from '#test/rows/all-rows.ts';
import { countingErrors } from '#test/rows/counters.ts';
import { openEmptyDatabase } from '#test/database.ts';
import { naughtyStrings } from '#test/input/naughty-strings.ts';
import { runProgram } from '#test/servers/program.ts';
import { createSource } from '#test/safety/targets.ts';
import { PASSWORD, createLead, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const { app, world } = await withWorld();
const file = join(app.dataDir, 'drill.zip');
const SECRET = 'a secret of another place';

/** An empty place elsewhere, removed after the last test. */
async function emptyPlace() {
  const place = await openEmptyDatabase();
  after(place.stop);
  return place;
}

const names = naughtyStrings(200).filter((name) => name.trim() !== '');
let works = 0;
/** One unit of a user's work, different on each call. */
async function workAs({ token }: Person): Promise<void> {
  works += 1;
  const name = names[works % names.length] ?? 'Asha';
  const tags = ['a,b', '"c"', ''].slice(0, works % 4);
  const body = { name: name.slice(0, 100).trim() || 'Asha', tags, notes: name };
  const { id } = (await app.call(leads.create, { body }, token)).body.data ?? {};
  if (!id) return;
  const params = { id };
  if (works % 2 === 0) await app.call(leads.update, { params, body: { value: works } }, token);
  if (works % 3 === 0)
    await app.call(callLogs.create, { body: { lead_id: id, duration: works, notes: name } }, token);
  const reminder_date = '2027-01-05T04:30:00Z';
  if (works % 4 === 0)
    await app.call(reminders.create, { body: { lead_id: id, title: 'Send it', reminder_date } }, token);
  if (works % 5 === 0) await app.call(leadNotes.create, { params, body: { body: name } }, token);
  if (works % 7 === 0) await app.call(leads.remove, { params }, token);
}

const people = [world.alpha.rep, world.alpha.manager, world.beta.admin, world.beta.otherRep];

test('a backup made under load restores elsewhere row for row', async () => {
  await createSource(app, world.alpha.admin);
  for (let round = 0; round < 15; round += 1) for (const person of people) await workAs(person);
  await app.call(
    products.create,
    { body: { name: 'Sofa', price: 12.5, currency: 'INR' } },
    world.alpha.admin.token,
  );
  const key = { client_id: world.alpha.id, allowed_origins: ['https://a.example.com'] };
  assert.equal((await app.call(apiKeys.create, { body: key }, world.alpha.admin.token)).status, 201);

  let before: Record<string, string> = {};
  const done = new AbortController();
  const working = people.map(async (person) => {
    while (!done.signal.aborted) await workAs(person);
  });
  const seen = async (snapshot: string) =>
    await onOwnConnection(app.owner, async (owner) => {
      await inTransaction(owner, async () => {
        await owner.query(
          `SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; SET TRANSACTION SNAPSHOT '${snapshot}'`,
        );
        before = await allRows(owner);
      });
    });
  const summary = await backUp(app.owner, file, { seen });
  done.abort();
  await Promise.all(working);
  assert.equal(summary.clients, 2);
  assert.equal(statSync(file).mode & 0o077, 0);
  assert.notDeepEqual(await onOwnConnection(app.owner, async (owner) => await allRows(owner)), before);

  const place = await emptyPlace();
  const backup = await BackupReader.open(file);
  await backup.check();
  await restoreAll(place.owner, SECRET, backup);
  // On a cluster each client is as it was at a moment of its own (decision 49).
  if (app.database.installation.engine === 'postgresql')
    assert.deepEqual(await onOwnConnection(place.owner, async (owner) => await allRows(owner)), before);

  const database = await openDatabase(place.owner, SECRET);
  after(async () => await database.close());
  for (const { id } of [world.alpha, world.beta]) assert.equal(await differsFromMirror(database, id), false);
  for (const client of [world.alpha, world.beta])
    assert.deepEqual(await countingErrors({ database, owner: place.owner }, client), []);
  await database.asOwner(async (owner) => {
    const { rows } = await owner.query<{ password_hash: string }>(
      'SELECT password_hash FROM core.users WHERE id = $1',
      [world.alpha.rep.id],
    );
    assert.ok(await verifyPassword(PASSWORD, rows[0]?.password_hash));
    // The next audit line gets a number that is not taken.
    await owner.query(`INSERT INTO core.audit (action) VALUES ('sign_in')`);
    assert.equal((await owner.query('SELECT 1 FROM core.sessions')).rowCount, 0);
  });
  await assert.rejects(
    async () => await restoreAll(place.owner, SECRET, backup),
    /^UnusableBackup: This place is not empty: it has 2 clients and 10 accounts\./,
  );

  // Restores one client from the same file, beside the living one and in its place.
  const alpha = async (schema: string) =>
    await database.onOwner(async (owner) => await allRows(owner, schema));
  const was = await alpha('alpha');
  const noPassword = await hashPassword(SECRET);
  await assert.rejects(
    async () => await restoreClient(database, backup, { client: 'alpha', noPassword }),
    /The name "alpha" is taken here/,
  );
  const copy = await restoreClient(database, backup, {
    client: 'Client ALPHA',
    as: 'alpha_copy',
    noPassword,
  });
  assert.notEqual(copy.id, world.alpha.id);
  assert.deepEqual([copy.accounts, copy.without.length], [0, 4]);
  assert.deepEqual({ ...(await alpha('alpha_copy')), members: '' }, { ...was, members: '' });
  await removeClient(database, world.alpha.id, { dataDir: place.dataDir });
  const back = await restoreClient(database, backup, { client: world.alpha.id, noPassword });
  assert.deepEqual([back.id, back.schema, back.accounts, back.without], [world.alpha.id, 'alpha', 4, []]);
  assert.deepEqual(await alpha('alpha'), was);
  for (const { id } of [copy, back]) {
    assert.equal(await mendMirror(database, id), true);
    await followClient(database, id);
    assert.equal(await differsFromMirror(database, id), false);
  }
  const core = await onOwnConnection(place.owner, async (owner) => await allRows(owner));
  for (const table of ['core.users', 'core.api_keys', 'core.invitations', 'core.sources'])
    assert.equal(core[table], before[table], table);
  backup.close();
});

test('a restore interrupted at any step keeps servers from starting, and starts over', async () => {
  const place = await emptyPlace();
  const backup = await BackupReader.open(file);
  const refused = async () =>
    await assert.rejects(
      async () => await openDatabase(place.owner, SECRET),
      /has not come to its end. Run it again/,
    );
  for (const wanted of [/^core\/users/, /^clients\/beta\/leads/]) {
    const damaged = backup.manifest.files.find(({ path }) => wanted.test(path));
    assert.ok(damaged);
    damaged.rows += 1;
    await assert.rejects(
      async () => await restoreAll(place.owner, SECRET, backup),
      new RegExp(`${damaged.path} has \\d+ rows`),
    );
    await refused();
    damaged.rows -= 1;
  }
  await assert.rejects(
    async () => await backUp(place.owner, join(app.dataDir, 'half.zip')),
    /has not come to its end/,
  );
  await restoreAll(place.owner, SECRET, backup);
  await (await openDatabase(place.owner, SECRET)).close();
  backup.close();
});

test('a client cannot be removed while a backup is being made', async () => {
  await backUp(app.owner, join(app.dataDir, 'busy.zip'), {
    seen: async () => {
      const reply = await app.call(clients.remove, { params: { id: world.beta.id } }, world.superadmin.token);
      assert.deepEqual(
        [reply.status, reply.body.message],
        [
          409,
          'A backup is being made. The client has not been removed; please try again when the backup is done.',
        ],
      );
    },
  });
  await createLead(app, world.beta.rep);
});

test('a full disk or a lost database leaves no file', async (t) => {
  const full = join(app.dataDir, 'full.zip');
  await t.test('full disk', { skip: process.platform !== 'linux' && 'needs /dev/full' }, async () => {
    symlinkSync('/dev/full', `${full}.part`);
    await assert.rejects(
      async () => await backUp(app.owner, full),
      /^UnusableBackup: The backup could not be made because the disk is full\.$/,
    );
  });
  const lost = async () =>
    await onOwnConnection(app.owner, async (owner) => {
      await owner.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = 'lms backup' AND datname = current_database()`,
      );
    });
  await assert.rejects(async () => await backUp(app.owner, full, { seen: lost }));
  assert.deepEqual(
    readdirSync(app.dataDir).filter((name) => name.startsWith('full')),
    [],
  );
});

/** Runs `npm run restore` on an empty data folder. */
async function restoring(...args: string[]) {
  const dataDir = join(app.dataDir, 'elsewhere');
  const { status, stderr } = await runProgram('restore', args, { DATA_DIR: dataDir });
  assert.ok(!existsSync(dataDir), 'something was made');
  return { status, said: stderr.trim() };
}

test('a damaged, truncated or foreign file is refused with a message and changes nothing', async () => {
  const bytes = readFileSync(file);
  const damaged = join(app.dataDir, 'damaged.zip');
  const flipped = Buffer.from(bytes);
  // Flips one bit of the compressed rows, which follow the name.
  const place = bytes.indexOf('clients/beta/leads.csv') + 1000;
  flipped[place] = (flipped[place] ?? 0) ^ 1;
  writeFileSync(damaged, flipped);
  const refusal = await restoring(damaged);
  assert.equal(refusal.status, 1);
  assert.match(
    refusal.said,
    /^The backup is damaged: \S+\.csv (?:cannot be read|is not as it was written)\.$/,
  );
  for (const content of [bytes.subarray(0, place), Buffer.from('PK not really'), Buffer.alloc(0)]) {
    writeFileSync(damaged, content);
    await assert.rejects(
      async () => await BackupReader.open(damaged),
      /^UnusableBackup: damaged\.zip isn’t an LMS backup, or is damaged\.$/,
    );
  }
  chmodSync(damaged, 0);
  // Root may read everything.
  if (process.getuid?.() !== 0)
    await assert.rejects(
      async () => await BackupReader.open(damaged),
      /^UnusableBackup: This user may not read \S+damaged\.zip\. /,
    );
  assert.match((await restoring()).said, /^Give a backup file/);
  await assert.rejects(
    async () => await BackupReader.open('/no/such.zip'),
    /There is no file \/no\/such\.zip\./,
  );
});
