import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { BackupReader } from '#server/backup/container.ts';
import { releaseOf } from '#server/backup/release-of.ts';
import { restoreAll } from '#server/backup/restore-all.ts';
import { restoreClient } from '#server/backup/restore-client.ts';
import { backUp } from '#server/backup/write-backup.ts';
import { createClientSchema } from '#server/db/structure/client-schemas.ts';
import { openDatabase } from '#server/db/database.ts';
import { makeAsOf } from '#server/db/structure/migrate.ts';
import { onOwnConnection } from '#server/db/pool/own-connection.ts';
import { THIS_RELEASE } from '#server/db/structure/releases.ts';
import { mendMirror } from '#server/mirror/compare-mirror.queries.ts';
import { followClient } from '#server/mirror/follow-client.queries.ts';
import { openEmptyDatabase } from '#test/database.ts';

const SECRET = 'a secret of another place';
const ID = '0196a000-0000-7000-8000-000000000001';
const latest = THIS_RELEASE.client.at(-1)?.name ?? '';

/** An empty place elsewhere, removed after the last test. */
async function emptyPlace() {
  const place = await openEmptyDatabase();
  after(place.stop);
  return place;
}
type Place = Awaited<ReturnType<typeof emptyPlace>>;

/**
 * A database as an older release left it, with one client and one lead; `recorded` are the client migrations
 * it recorded.
 */
async function placeOf(core: string, client: string, recorded: (name: string) => boolean = () => true) {
  const place = await emptyPlace();
  const older = {
    core: THIS_RELEASE.core.filter(({ name }) => name <= core),
    client: THIS_RELEASE.client.filter(({ name }) => name <= client),
  };
  await onOwnConnection(place.owner, async (owner) => {
    const installation = await makeAsOf(owner, 'password', older);
    await owner.query(
      `INSERT INTO core.clients (id, client_name, schema_name, role_name, version) VALUES ($1, 'Old', 'old_one', 'lms_c_old', $2)`,
      [ID, client],
    );
    await createClientSchema(owner, installation, { id: ID, schemaName: 'old_one' }, client);
    await owner.query('INSERT INTO old_one.leads (id, name) VALUES ($1, $2)', [ID, 'Asha']);
    const forgotten = older.client
      .filter(({ name }) => !recorded(name))
      .map(({ name }) => `template:${name}`);
    await owner.query('DELETE FROM core.migrations WHERE name = ANY ($1)', [forgotten]);
  });
  return place;
}

const LAST = '0007-filter-indexes';
/** Records as the first releases left them after one upgrade or several: each client's newest migration. */
const FORGETFUL = [[LAST], ['0001-pipeline', '0003-follow-ups', LAST]];

/** The state in which the first releases left a database, without the column added later. */
async function placeOfFirst(recorded: readonly string[]) {
  const place = await placeOf('0004-notifications', LAST, (name) => recorded.includes(name));
  await onOwnConnection(
    place.owner,
    async (owner) => await owner.query('ALTER TABLE core.migrations DROP COLUMN older_may_serve'),
  );
  return place;
}

async function backUpOf(place: Place, name: string) {
  const file = join(place.dataDir, name);
  await backUp(place.owner, file);
  const backup = await BackupReader.open(file);
  after(() => backup.close());
  return backup;
}

/** Restores everything, then its client again beside it, and finds the lead of both. */
async function assertComesBack(backup: BackupReader): Promise<void> {
  const { owner: settings } = await emptyPlace();
  await restoreAll(settings, SECRET, backup);
  const database = await openDatabase(settings, SECRET);
  after(async () => await database.close());
  const { id } = await restoreClient(database, backup, {
    client: 'Old',
    as: 'old_copy',
    noPassword: 'no hash',
  });
  await mendMirror(database, id);
  await followClient(database, id);
  await database.asOwner(async (owner) => {
    const { rows: versions } = await owner.query('SELECT DISTINCT version FROM core.clients');
    assert.deepEqual(versions, [{ version: latest }]);
    const { rows } = await owner.query('SELECT name, client_id FROM all_clients.leads ORDER BY client_id');
    assert.deepEqual(
      rows,
      [ID, id].toSorted().map((client_id) => ({ name: 'Asha', client_id })),
    );
    const names = await owner.query<{ name: string }>('SELECT name FROM core.migrations ORDER BY 1');
    assert.deepEqual(
      names.rows.map(({ name }) => name),
      [
        ...THIS_RELEASE.core.map(({ name }) => name),
        ...THIS_RELEASE.client.map(({ name }) => `template:${name}`),
      ].toSorted(),
    );
  });
}

test('a backup of an older release restores, and is migrated to this one', async () => {
  const backup = await backUpOf(await placeOf('0006-removals', '0009-search'), 'old.zip');
  await assertComesBack(backup);
});

test('a backup from any of the first releases can be restored, under the migrations it recorded', async () => {
  for (const recorded of FORGETFUL) {
    const backup = await backUpOf(await placeOfFirst(recorded), 'first.zip');
    assert.deepEqual(backup.manifest.migrations.client, recorded);
    await assertComesBack(backup);
  }
});

test('an upgraded installation from the first releases has backups that restore', async () => {
  const [recorded = []] = FORGETFUL;
  const place = await placeOfFirst(recorded);
  await (await openDatabase(place.owner, SECRET)).close();
  const backup = await backUpOf(place, 'upgraded.zip');
  const all = THIS_RELEASE.client.map(({ name }) => name);
  assert.deepEqual(backup.manifest.migrations.client, all);
  // Existing files were made by releases that upgraded without completing the record.
  backup.manifest.migrations.client = all.filter((name) => recorded.includes(name) || name > LAST);
  await assertComesBack(backup);
});

test('the next start of an upgraded installation records the migrations that the first releases omitted', async () => {
  const place = await placeOf('9999', latest, (name) => name >= '0007');
  const names = async () =>
    await onOwnConnection(place.owner, async (owner) => {
      const { rows } = await owner.query("SELECT 1 FROM core.migrations WHERE name LIKE 'template:%'");
      return rows.length;
    });
  assert.equal(await names(), THIS_RELEASE.client.length - 6);
  await (await openDatabase(place.owner, SECRET)).close();
  assert.equal(await names(), THIS_RELEASE.client.length);
});

test('a backup with a gap in its list of migrations is neither made nor restored', async () => {
  const refusal = /cannot be restored: its database has the migration \S+, but not 0012-my-day, which comes/;
  const holed = await placeOf('9999', latest, (name) => name !== '0012-my-day');
  await assert.rejects(async () => await backUpOf(holed, 'holed.zip'), refusal);

  const { manifest } = await backUpOf(await placeOf('0006-removals', '0013-lead-views'), 'whole.zip');
  const changed = (change: (migrations: typeof manifest.migrations) => void) => () => {
    const migrations = structuredClone(manifest.migrations);
    change(migrations);
    return releaseOf({ ...manifest, migrations });
  };
  const without = (name: string) => (list: string[]) => list.splice(list.indexOf(name), 1);
  assert.throws(
    changed(({ client }) => void without('0012-my-day')(client)),
    refusal,
  );
  assert.throws(
    changed(({ core }) => void without('0003-access-links')(core)),
    /but not 0003-access-links/,
  );
  assert.throws(
    changed(({ client }) => void without('0013-lead-views')(client)),
    /the client old_one has/,
  );
  for (const list of ['core', 'client'] as const)
    assert.throws(
      changed((migrations) => void migrations[list].push('9999-of-tomorrow')),
      /made by a newer release/,
    );
});
