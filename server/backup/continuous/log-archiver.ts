import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { access, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type pg from 'pg';
import { UnusableBackup } from '#server/backup/container.ts';
import { giveTo } from '#server/embedded/account.ts';
import { folderOwner } from '#server/embedded/folders.ts';
import { NOT_YET, PARTIAL } from './archive-folder.ts';
import type { ArchiveFolder, Latest } from './archive-folder.ts';
import { fingerprintOf, seal } from './sealed-file.ts';
import { SEGMENT_BYTES, lsnOf, positionOf, segmentName } from './wal.ts';

/** The replication slot with which PostgreSQL keeps the log until it is in the folder. */
const SLOT = 'lms_backup';
/** The file of the data folder that names the folder last used for the backup. */
const PLACE = 'backup-to';
const READ_BYTES = 256 * 1024;

/**
 * Brings the write-ahead log of a running cluster into a folder, up to the last flushed byte: full files once,
 * the current one as often as it has grown.
 */
export class LogArchiver {
  readonly #folder: ArchiveFolder;
  readonly #dataDir: string;
  readonly #key: Buffer;

  constructor(folder: ArchiveFolder, dataDir: string, key: Buffer) {
    this.#folder = folder;
    this.#dataDir = dataDir;
    this.#key = key;
  }

  /**
   * Brings what is new. Throws UnusableBackup when the folder is away or somebody else's, and system errors
   * such as ENOSPC; the next call goes on where this one ended.
   */
  async bring(client: pg.Client): Promise<Latest> {
    await this.#begin(client);
    const at = Date.now();
    const { flushed, kept, timeline } = await stateOf(client);
    const last = await this.#folder.latest();
    const since = last && last.since !== NOT_YET ? last.since : kept;
    const isNew = last?.position !== flushed || last.timeline !== timeline;
    if (isNew) await this.#bringLog(client, { timeline, from: startOf(kept), to: flushed });
    const latest = { at, timeline, position: flushed, since };
    await this.#folder.say(latest);
    return latest;
  }

  async #bringLog(
    client: pg.Client,
    { timeline, from, to }: { timeline: number; from: number; to: number },
  ): Promise<void> {
    for (let start = from; start < to; start += SEGMENT_BYTES) {
      const name = segmentName(timeline, start);
      const end = Math.min(start + SEGMENT_BYTES, to);
      const isFull = end === start + SEGMENT_BYTES;
      const source = join(this.#dataDir, 'postgres', 'pg_wal', name);
      const target = isFull ? name : `${name}${PARTIAL}`;
      // A file that is full never changes; PostgreSQL may ask for one again after a crash.
      if (!isFull || !(await isThere(this.#folder.segmentPath(name))))
        await seal(
          Readable.from(bytesOf(source, end - start)),
          this.#folder.segmentPath(target),
          this.#key,
          target,
        );
      if (!isFull) continue;
      await client.query('SELECT pg_replication_slot_advance($1, $2)', [SLOT, lsnOf(end)]);
      await rm(this.#folder.segmentPath(`${name}${PARTIAL}`), { force: true });
    }
  }

  /** Makes sure that folder and slot are there and belong together; without a usable slot the log begins anew. */
  async #begin(client: pg.Client): Promise<void> {
    const { path } = this.#folder;
    if (!(await isThere(path))) throw new UnusableBackup(`The folder of BACKUP_TO, ${path}, isn’t there.`);
    const system = await systemOf(client);
    const mark = await this.#folder.mark();
    if (mark && mark.system !== system)
      throw new UnusableBackup(`${path} holds the backup of another installation. Choose another folder.`);
    if (mark && mark.key !== fingerprintOf(this.#key))
      throw new UnusableBackup(
        `The backup in ${path} was encrypted with another key than secrets/backup.key. Put that key back, or choose another folder.`,
      );
    const isSamePlace = readPlace(this.#dataDir) === path;
    if (!mark && isSamePlace)
      throw new UnusableBackup(
        `${path} is there, but the backup in it is gone: the disk may not be mounted.`,
      );
    const slot = isSamePlace ? await slotOf(client) : undefined;
    if (mark && slot === 'usable') return;
    // The folder learns of it first: once the slot is there, no later round sees that files are missing.
    const latest = await this.#folder.latest();
    if (latest) await this.#folder.say({ ...latest, since: NOT_YET });
    await stopKeepingLog(client);
    if (!mark) {
      if ((await readdir(path)).length > 0)
        throw new UnusableBackup(`${path} isn’t empty. Set BACKUP_TO to an empty folder.`);
      await this.#folder.begin({ system, key: fingerprintOf(this.#key) });
    }
    await client.query('SELECT pg_create_physical_replication_slot($1, true)', [SLOT]);
    const place = join(this.#dataDir, PLACE);
    writeFileSync(place, `${path}\n`, { mode: 0o600 });
    giveTo(folderOwner(this.#dataDir), place);
  }
}

const isThere = async (path: string): Promise<boolean> =>
  await access(path).then(
    () => true,
    () => false,
  );

const readPlace = (dataDir: string): string | undefined => {
  const file = join(dataDir, PLACE);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
};

const startOf = (position: number) => position - (position % SEGMENT_BYTES);

/** Lets PostgreSQL remove its log, which nobody brings anywhere any more. */
export async function stopKeepingLog(client: pg.Client): Promise<void> {
  await client.query(
    'SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = $1',
    [SLOT],
  );
}

/** `lost`: the folder was away for so long that PostgreSQL has removed files of the log. */
async function slotOf(client: pg.Client): Promise<'usable' | 'lost' | undefined> {
  const { rows } = await client.query<{ status: string }>(
    'SELECT wal_status AS status FROM pg_replication_slots WHERE slot_name = $1',
    [SLOT],
  );
  if (!rows[0]) return undefined;
  return rows[0].status === 'lost' ? 'lost' : 'usable';
}

async function systemOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ system: string }>(
    'SELECT system_identifier::text AS system FROM pg_control_system()',
  );
  return rows[0]?.system ?? '';
}

async function stateOf(client: pg.Client): Promise<{ flushed: number; kept: number; timeline: number }> {
  const { rows } = await client.query<{ flushed: string; kept: string; file: string }>(
    `SELECT pg_current_wal_flush_lsn()::text AS flushed, pg_walfile_name(pg_current_wal_insert_lsn()) AS file,
       (SELECT restart_lsn::text FROM pg_replication_slots WHERE slot_name = $1) AS kept`,
    [SLOT],
  );
  const { flushed = '', kept = '', file = '' } = rows[0] ?? {};
  return {
    flushed: positionOf(flushed),
    kept: positionOf(kept),
    timeline: Number.parseInt(file.slice(0, 8), 16),
  };
}

/** The first bytes of a file of the log, which PostgreSQL goes on writing behind them. */
async function* bytesOf(path: string, length: number): AsyncGenerator<Buffer> {
  const file = await open(path, 'r');
  try {
    for (let at = 0; at < length; at += READ_BYTES) {
      const part = Buffer.alloc(Math.min(READ_BYTES, length - at));
      const { bytesRead } = await file.read(part, 0, part.length, at);
      if (bytesRead < part.length) throw new Error(`${path} ends at ${at + bytesRead} of ${length} bytes.`);
      yield part;
    }
  } finally {
    await file.close();
  }
}
