import { UnusableBackup } from '#server/backup/container.ts';
import type { Manifest } from '#server/backup/manifest.ts';
import { CLIENT_MIGRATIONS } from '#server/db/migrations/client/index.ts';
import { CORE_MIGRATIONS } from '#server/db/migrations/core/index.ts';
import { LAST_UNRECORDED } from '#server/db/structure/releases.ts';
import type { Release } from '#server/db/structure/releases.ts';

type Migrated = Pick<Manifest, 'migrations' | 'clients'>;

/**
 * The migrations that the backup's database had. For clients, all up to the newest listed, because old
 * releases recorded only the newest one of an upgrade. Throws UnusableBackup if a newer release made the
 * backup, and like `assertNoHoles`.
 */
export function releaseOf(manifest: Migrated): Release {
  const { migrations, clients } = manifest;
  const known = { core: namesOf(CORE_MIGRATIONS), client: namesOf(CLIENT_MIGRATIONS) };
  const isKnown =
    migrations.core.every((name) => known.core.includes(name)) &&
    migrations.client.every((name) => known.client.includes(name)) &&
    clients.every(({ version }) => known.client.includes(version));
  if (!isKnown)
    throw new UnusableBackup(
      'This backup was made by a newer release of LMS. Restore it with that release or a newer one.',
    );
  assertNoHoles(manifest);
  const newest = newestOf(migrations.client);
  return {
    core: CORE_MIGRATIONS.filter(({ name }) => migrations.core.includes(name)),
    client: CLIENT_MIGRATIONS.filter(({ name }) => name <= newest),
  };
}

/** Throws UnusableBackup if a migration is missing below a newer one: no release ever had such a database. */
export function assertNoHoles({ migrations, clients }: Migrated): void {
  const client = migrations.client.filter((name) => name > LAST_UNRECORDED);
  const clientNames = namesOf(CLIENT_MIGRATIONS).filter((name) => name > LAST_UNRECORDED);
  for (const [listed, names] of [
    [migrations.core, namesOf(CORE_MIGRATIONS)],
    [client, clientNames],
  ] as const) {
    const newest = newestOf(listed);
    const hole = names.find((name) => name < newest && !listed.includes(name));
    if (hole)
      throw new UnusableBackup(
        `This backup cannot be restored: its database has the migration ${newest}, but not ${hole}, which comes before it.`,
      );
  }
  const newest = newestOf(migrations.client);
  const ahead = clients.find(({ version }) => version > newest);
  if (ahead)
    throw new UnusableBackup(
      `This backup cannot be restored: the client ${ahead.schema} has the migration ${ahead.version}, which its database does not have.`,
    );
}

const namesOf = (migrations: readonly { name: string }[]) => migrations.map(({ name }) => name);
/** Names begin with their number, so they sort as text. */
const newestOf = (names: readonly string[]) => names.toSorted().at(-1) ?? '';
