import {
  appendFileSync,
  chmodSync,
  cpSync,
  createWriteStream,
  existsSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { unpackTar } from 'modern-tar/fs';
import { putToSleep } from '#server/backup/asleep.ts';
import { UnusableBackup } from '#server/backup/container.ts';
import { OPEN_ACCESS } from '#server/backup/tables.ts';
import { backUp } from '#server/backup/write-backup.ts';
import type { Say } from '#server/backup/write-backup.ts';
import type { ConnectionSettings } from '#server/db/pool/connections.ts';
import { onOwnConnection } from '#server/db/pool/own-connection.ts';
import { giveTo, giveTreeTo } from '#server/embedded/account.ts';
import { openDraft } from '#server/embedded/draft-folder.ts';
import { recoverCluster, startEmbeddedDatabase } from '#server/embedded/embedded-database.ts';
import { folderOwner, openDataFolder, syncFolder } from '#server/embedded/folders.ts';
import { PARTIAL } from './archive-folder.ts';
import type { ArchiveFolder, Base, Segment } from './archive-folder.ts';
import { BASE, CLUSTER, SECRETS } from './base-copy.ts';
import { fingerprintOf, unseal } from './sealed-file.ts';
import { SEGMENT_BYTES, historyName } from './wal.ts';

/**
 * Milliseconds after the moment for which the log is still read: the clock of the backup's disk may differ a
 * little.
 */
const MARGIN = 10 * 60_000;

export type Wish = {
  folder: ArchiveFolder;
  key: Buffer;
  /** The moment to restore, in milliseconds since 1970; undefined: the last one there is. */
  to: number | undefined;
  say: Say;
};
/** `at`: the moment that was restored, in milliseconds since 1970. */
export type Restored = { at: number };

/**
 * Restores an installation as it was at a moment into `dataDir`, which must have no database. Everything
 * happens in a folder beside the final one, which gets its name last: an interrupted restore leaves nothing
 * that could start. Throws UnusableBackup for another key, a damaged file, or a moment that the backup does
 * not reach.
 */
export async function restoreMoment(wish: Wish, dataDir: string): Promise<Restored> {
  const place = openDataFolder(dataDir);
  if (existsSync(join(place, CLUSTER)))
    throw new UnusableBackup(
      `${place} has a database already. Move ${join(place, CLUSTER)} away, or restore into another folder (DATA_DIR).`,
    );
  return await inDraft(place, wish, async (draft, restored) => {
    const secrets = join(place, SECRETS);
    cpSync(join(draft, SECRETS), secrets, { recursive: true });
    const owner = folderOwner(place);
    if (owner) giveTreeTo({ ...owner, name: '' }, secrets);
    await signEverybodyOut(draft);
    putToSleep(place);
    renameSync(join(draft, CLUSTER), join(place, CLUSTER));
    await syncFolder(place);
    return restored;
  });
}

/**
 * Writes a backup of everything as it was at a moment and hands it to `work`, for example to restore one
 * client into a running installation. Throws UnusableBackup.
 */
export async function restoreClientTo(
  wish: Wish,
  dataDir: string,
  work: (file: string) => Promise<void>,
): Promise<Restored> {
  return await inDraft(openDataFolder(dataDir), wish, async (draft, restored) => {
    const file = join(draft, 'moment.zip');
    await withDatabaseOf(draft, async (owner) => await backUp(owner, file, { say: wish.say }));
    await work(file);
    return restored;
  });
}

/** Sessions, tokens and links that were ended after the moment would come back to life. */
async function signEverybodyOut(dataDir: string): Promise<void> {
  await withDatabaseOf(dataDir, async (settings) => {
    await onOwnConnection({ application_name: 'lms restore', ...settings }, async (owner) => {
      for (const table of OPEN_ACCESS) await owner.query(`DELETE FROM core.${table}`);
    });
  });
}

async function withDatabaseOf(
  dataDir: string,
  work: (owner: ConnectionSettings) => Promise<unknown>,
): Promise<void> {
  const { owner, stop } = await startEmbeddedDatabase({ dataDir, log: { info() {}, warn() {}, error() {} } });
  try {
    await work(owner);
  } finally {
    await stop();
  }
}

/**
 * Restores an installation as it was at a moment into a folder for the time of `work`, which may start its
 * database there. Throws UnusableBackup.
 */
export async function inDraft<T>(
  dataDir: string,
  { folder, key, to, say }: Wish,
  work: (draft: string, restored: Restored) => Promise<T>,
): Promise<T> {
  const { base, log, later, end } = await choose(folder, key, to);
  const { draft, remove } = openDraft(dataDir);
  try {
    // The database's own user has to pass through the folder to its own.
    if (process.getuid?.() === 0) chmodSync(draft, 0o711);
    giveTo(folderOwner(dataDir), draft);
    const wal = join(draft, CLUSTER, 'pg_wal');
    const bring = async (segments: readonly Segment[], show: (path: string) => void) => {
      for (const segment of segments) {
        await bringBack(segment, wal, key);
        show(segment.path);
      }
      say('Replaying the log');
    };
    const show = shares(say, [base, ...log]);
    await unseal(base.path, key, unpackTar(draft), BASE);
    show(base.path);
    await avoidTimelines(folder, base.timeline, wal);
    await bring(log, show);
    const isReached = await replay(draft, to, async () => {
      await bring(later, shares(say, later));
      return later.length > 0;
    });
    const at = isReached ? to : end;
    return await work(draft, { at: at ?? lastChange(draft) ?? base.at });
  } finally {
    remove();
  }
}

/**
 * `log`: the files that should lead from the base copy to the moment, by their dates; `later`: those after
 * them, in case a copy of the folder has given its files new dates. `end`: the moment to which all of them
 * lead, in milliseconds since 1970; undefined if the log breaks off before the present.
 */
type Chosen = { base: Base; log: Segment[]; later: Segment[]; end: number | undefined };

/** The newest base copy before a moment, and the unbroken log from there on. Throws UnusableBackup. */
async function choose(folder: ArchiveFolder, key: Buffer, to: number | undefined): Promise<Chosen> {
  const mark = await folder.mark();
  const latest = await folder.latest();
  if (!mark || !latest) throw new UnusableBackup(`There is no continuous backup in ${folder.path}.`);
  if (mark.key !== fingerprintOf(key))
    throw new UnusableBackup(`The backup in ${folder.path} was encrypted with another key.`);
  const bases = await folder.bases();
  const base = bases.findLast(({ at }) => at <= (to ?? Infinity));
  if (!base) {
    const [first] = bases;
    throw new UnusableBackup(
      first
        ? `The backup begins at ${new Date(first.at).toLocaleString()}. Choose a later time.`
        : `There is no base copy in ${folder.path} yet.`,
    );
  }
  if (to !== undefined && to > latest.at)
    throw new UnusableBackup(
      `The backup ends at ${new Date(latest.at).toLocaleString()}. Choose an earlier time, or the last one with --to last.`,
    );
  const all: Segment[] = [];
  for (const segment of await folder.segments()) {
    if (segment.timeline !== base.timeline || segment.start < base.start) continue;
    if (segment.start !== base.start + all.length * SEGMENT_BYTES) break;
    all.push(segment);
  }
  const last = all.at(-1);
  if (!last || last.start < base.stop)
    throw new UnusableBackup(`The log of ${base.path} is not complete: files are missing in ${folder.path}.`);
  const isBehind = ({ start, written }: Segment) =>
    to !== undefined && start >= base.stop && written > to + MARGIN;
  const enough = all.findIndex(isBehind) + 1 || all.length;
  const isWhole =
    base.timeline === latest.timeline &&
    base.start >= latest.since &&
    last.start + SEGMENT_BYTES >= latest.position;
  const end = isWhole ? (to ?? latest.at) : undefined;
  return { base, log: all.slice(0, enough), later: all.slice(enough), end };
}

/** Reports the share of bytes that are back, and the remaining time by the pace so far. */
function shares(say: Say, files: readonly { path: string }[]): (path: string) => void {
  const sizes = new Map(files.map(({ path }) => [path, statSync(path).size]));
  const all = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const since = performance.now();
  let done = 0;
  return (path) => {
    done += sizes.get(path) ?? 0;
    const left = ((performance.now() - since) / 1000) * (all / done - 1);
    say(`${Math.floor((done / all) * 100)} % is back, about ${Math.ceil(left)} s left`);
  };
}

/** A file that was not full yet gets its full length: PostgreSQL stops where its records end. */
async function bringBack({ path, name, isPartial }: Segment, folder: string, key: Buffer): Promise<void> {
  const target = join(folder, isPartial ? name.slice(0, -PARTIAL.length) : name);
  await unseal(path, key, createWriteStream(target, { mode: 0o600 }), name);
  if (isPartial) await truncate(target, SEGMENT_BYTES);
  giveTo(folderOwner(folder), target);
}

/**
 * Keeps the restored cluster from taking a timeline that the folder knows from an earlier restore: their files
 * would have the same names. PostgreSQL takes the one after the last whose history it finds.
 */
async function avoidTimelines(folder: ArchiveFolder, from: number, wal: string): Promise<void> {
  const last = Math.max(...(await folder.segments()).map(({ timeline }) => timeline));
  for (let timeline = from + 1; timeline <= last; timeline += 1)
    writeFileSync(join(wal, historyName(timeline)), '', { mode: 0o600 });
}

/**
 * Lets PostgreSQL replay the log up to a moment (undefined: to its end) and leave it as a database of its own.
 * `bringMore` is called when the log ends before the moment, and returns whether there was more of it. Returns
 * whether something after the moment was found, and left out.
 */
async function replay(
  dataDir: string,
  to: number | undefined,
  bringMore: () => Promise<boolean>,
): Promise<boolean> {
  const cluster = join(dataDir, CLUSTER);
  const config = join(cluster, 'postgresql.auto.conf');
  const before = readFileSync(config, 'utf8');
  const settings = (target: number | undefined) =>
    [
      // The log lies where PostgreSQL looks when this command finds nothing.
      "restore_command = 'exit 1'",
      "recovery_target_timeline = 'current'",
      "recovery_target_action = 'promote'",
      // Nobody is let in before the end, and fewer connections than before are no obstacle.
      'hot_standby = off',
      ...(target === undefined
        ? []
        : [
            `recovery_target_time = '${new Date(target).toISOString().replace('T', ' ').replace('Z', '+00')}'`,
          ]),
      '',
    ].join('\n');
  const attempt = async (target: number | undefined) => {
    writeFileSync(config, before, { mode: 0o600 });
    appendFileSync(config, settings(target));
    writeFileSync(join(cluster, 'recovery.signal'), '', { mode: 0o600 });
    await recoverCluster(dataDir);
  };
  const reaches = async (target: number) =>
    await attempt(target).then(
      () => true,
      (error: Error) => {
        if (error.message.includes('recovery ended before configured recovery target')) return false;
        throw error;
      },
    );
  try {
    if (to !== undefined && ((await reaches(to)) || ((await bringMore()) && (await reaches(to)))))
      return true;
    await attempt(undefined);
    return false;
  } finally {
    writeFileSync(config, before, { mode: 0o600 });
  }
}

/** When the last change in the replayed log was made, by PostgreSQL's own words; undefined without a change. */
function lastChange(dataDir: string): number | undefined {
  const said = readFileSync(join(dataDir, 'logs', 'postgres.log'), 'utf8');
  const [, day, time] =
    [...said.matchAll(/last completed transaction was at log time (\S+) (\S+)\+00/g)].at(-1) ?? [];
  return day === undefined ? undefined : Date.parse(`${day}T${time}Z`);
}
