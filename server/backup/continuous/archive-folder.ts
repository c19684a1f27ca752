import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { stampOf } from '#server/backup/folder.ts';
import { UnusableBackup } from '#server/backup/container.ts';
import { DRAFT } from './sealed-file.ts';
import { toKeep } from '#server/backup/schedule.ts';
import { readSegmentName } from './wal.ts';

const MARK = 'lms-continuous-backup.json';
const LATEST = 'latest.json';
const LOG = 'log';
/** The ending of a file of the log that is not full yet. */
export const PARTIAL = '.partial';
const BASE = /^base-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z-([0-9A-F]{24})-([0-9A-F]{24})\.lms$/;

/** The beginning of the name of a base copy that is not known to be whole. */
const COPYING = 'copying-';
/** Milliseconds after which such a copy has been left behind by a process that was killed. */
const LEFT_BEHIND = 24 * 60 * 60_000;

/** Says whose backup a folder holds: the database cluster's id and the key's fingerprint. */
const Mark = z.object({ system: z.string(), key: z.string() });
type Mark = z.infer<typeof Mark>;

/** `since` while the log begins anew, and nothing of it is here yet: no base copy is as new as that. */
export const NOT_YET = Number.MAX_SAFE_INTEGER;
/**
 * How far the log is in the folder: everything acknowledged before `at` (milliseconds since 1970) is, up to
 * `position` on `timeline`. `since`: where the unbroken log begins.
 */
const Latest = z.object({ at: z.number(), timeline: z.number(), position: z.number(), since: z.number() });
export type Latest = z.infer<typeof Latest>;

/**
 * A copy of the whole cluster, complete at `at`. To be restored it needs the files of the log from `start` to
 * `stop`.
 */
export type Base = { name: string; path: string; at: number; timeline: number; start: number; stop: number };
/** A file of the log; `written`: when it was put here, in milliseconds since 1970. */
export type Segment = {
  name: string;
  path: string;
  timeline: number;
  start: number;
  isPartial: boolean;
  written: number;
};

/**
 * The folder of a continuous backup (BACKUP_TO): base copies, and the write-ahead log since the oldest. Its
 * files are never read synchronously, and one at a time: a network drive that is away may never answer.
 */
export class ArchiveFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** The owner of the backup; undefined for a folder without one. Throws UnusableBackup if it cannot be read. */
  async mark(): Promise<Mark | undefined> {
    return await this.#read(MARK, Mark);
  }

  /** How far the log is; undefined before the first round. Throws UnusableBackup. */
  async latest(): Promise<Latest | undefined> {
    return await this.#read(LATEST, Latest);
  }

  async begin(mark: Mark): Promise<void> {
    await mkdir(join(this.path, LOG), { recursive: true, mode: 0o700 });
    await this.#write(MARK, mark);
  }

  async say(latest: Latest): Promise<void> {
    await this.#write(LATEST, latest);
  }

  segmentPath(name: string): string {
    return join(this.path, LOG, name);
  }

  /** Where a base copy lies until it is known to be whole. */
  draftPath(): string {
    return join(this.path, `${COPYING}${randomBytes(4).toString('hex')}.lms`);
  }

  /** `start`, `stop`: the first and the last file of the log that the copy needs. */
  basePath(at: Date, start: string, stop: string): string {
    return join(this.path, `base-${stampOf(at)}-${start}-${stop}.lms`);
  }

  /** Complete base copies, oldest first. */
  async bases(): Promise<Base[]> {
    return (await listOf(this.path))
      .flatMap((name) => {
        const [, day, hour, minute, second, milli, first = '', last = ''] = BASE.exec(name) ?? [];
        const [from, to] = [readSegmentName(first), readSegmentName(last)];
        if (!from || !to) return [];
        const at = Date.parse(`${day}T${hour}:${minute}:${second}.${milli}Z`);
        return [
          {
            name,
            path: join(this.path, name),
            at,
            timeline: from.timeline,
            start: from.start,
            stop: to.start,
          },
        ];
      })
      .toSorted((one, other) => one.at - other.at);
  }

  /** The newest base copy from which the log leads to the present; undefined while the present cannot be restored. */
  async baseOf({ timeline, since }: Latest): Promise<Base | undefined> {
    return (await this.bases()).findLast((base) => base.timeline === timeline && base.start >= since);
  }

  /** The files of the log, in its order; of one that is full and also here in part, only the full one. */
  async segments(): Promise<Segment[]> {
    const names = await listOf(join(this.path, LOG));
    const full = new Set(names);
    const found: Segment[] = [];
    for (const name of names) {
      const isPartial = name.endsWith(PARTIAL);
      const fullName = isPartial ? name.slice(0, -PARTIAL.length) : name;
      const read = readSegmentName(fullName);
      if (!read || (isPartial && full.has(fullName))) continue;
      const path = this.segmentPath(name);
      const file = await statOf(path);
      if (file) found.push({ name, path, ...read, isPartial, written: file.mtimeMs });
    }
    return found.toSorted((one, other) => one.timeline - other.timeline || one.start - other.start);
  }

  /** Bytes of everything in the folder. */
  async size(): Promise<number> {
    let bytes = 0;
    for (const folder of [this.path, join(this.path, LOG)])
      for (const name of await listOf(folder)) {
        const file = await statOf(join(folder, name));
        if (file?.isFile()) bytes += file.size;
      }
    return bytes;
  }

  /**
   * Removes what is outdated: base copies beyond seven days and four weeks, and the log that none of the others
   * needs. Within seven days the log is without a gap; older copies keep only what makes them whole.
   */
  async removeOutdated(): Promise<void> {
    for (const name of (await listOf(this.path)).filter((each) => each.startsWith(COPYING))) {
      const path = join(this.path, name);
      const written = (await statOf(path))?.mtimeMs ?? Infinity;
      if (Date.now() - written > LEFT_BEHIND) await rm(path, { force: true });
    }
    const bases = await this.bases();
    const { daily, weekly } = toKeep(bases.toReversed(), ({ at }) => at);
    const kept = new Set([...daily, ...weekly]);
    if (kept.size === 0) return;
    for (const base of bases)
      if (![...kept].some(({ name }) => name === base.name)) await rm(base.path, { force: true });
    const isNeeded = ({ timeline, start }: Segment) =>
      [...kept].some(
        (base) =>
          base.timeline === timeline && start >= base.start && (daily.includes(base) || start <= base.stop),
      );
    for (const segment of await this.segments())
      if (!isNeeded(segment)) await rm(segment.path, { force: true });
  }

  async #read<T>(name: string, shape: z.ZodMiniType<T>): Promise<T | undefined> {
    const file = join(this.path, name);
    const text = await readFile(file, 'utf8').catch(unlessMissing);
    if (text === undefined) return undefined;
    const read = shape.safeParse(parsed(text));
    if (!read.success) throw new UnusableBackup(`${file} is damaged.`);
    return read.data;
  }

  async #write(name: string, value: object): Promise<void> {
    const file = join(this.path, name);
    await writeFile(`${file}${DRAFT}`, `${JSON.stringify(value)}\n`, { mode: 0o600, flush: true });
    await rename(`${file}${DRAFT}`, file);
  }
}

const listOf = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(unlessMissing)) ?? [];

const statOf = async (path: string): Promise<Stats | undefined> => await stat(path).catch(unlessMissing);

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
