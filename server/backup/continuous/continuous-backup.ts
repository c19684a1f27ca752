import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { isDue } from '#server/backup/schedule.ts';
import { sentenceOf } from '#server/commands/end-with-sentence.ts';
import type { ConnectionSettings } from '#server/db/pool/connections.ts';
import { onOwnConnection } from '#server/db/pool/own-connection.ts';
import { endWithout } from '#server/hung-calls.ts';
import { logBackedUp } from '#server/metrics.ts';
import { within } from '#server/within.ts';
import { ArchiveFolder } from './archive-folder.ts';
import type { Latest } from './archive-folder.ts';
import { LogArchiver } from './log-archiver.ts';

/** Milliseconds between two looks at the log. */
const PAUSE = 10_000;
/** Milliseconds that a server's end waits for the backup; it has nine seconds for everything. */
const PATIENCE = 5000;
/** Milliseconds for which the backup may fail before the superadmins are told. */
const TELL_AFTER = 10 * 60_000;
/** Milliseconds after which a round that has not ended counts as failing. */
const LATE = 2 * 60_000;
/** Milliseconds until a base copy that failed is tried again. */
const TRY_AGAIN = 10 * 60_000;
/** Milliseconds within which the database answers; reading and writing files takes as long as it takes. */
const SILENCE = 30_000;
const PROGRAM = fileURLToPath(new URL('../../commands/base-copy.ts', import.meta.url));

type Options = {
  /** The folder of BACKUP_TO. */
  to: string;
  owner: ConnectionSettings;
  dataDir: string;
  key: Buffer;
  log: { info: (text: string) => void; error: (text: string) => void };
  /** Tells the superadmins why the backup has stopped. */
  tell: (reason: string) => Promise<void>;
  pause?: number;
  /** Milliseconds that the end waits for the disk. */
  patience?: number;
  /** The environment of the process that makes base copies, in which it finds its database. */
  env?: NodeJS.ProcessEnv;
};

/**
 * Backs the embedded database up continuously: the log every ten seconds, and a base copy each night and
 * whenever the log begins anew. A failure, or a disk that does not answer, stops nobody's work; it is logged
 * once, told after ten minutes, and tried again. Returns a function that brings what is left, if the disk takes
 * it in time, and stops. Never keeps the process alive.
 */
export function backUpContinuously(options: Options): () => Promise<void> {
  const { to, owner, dataDir, key, log } = options;
  const folder = new ArchiveFolder(to);
  const archiver = new LogArchiver(folder, dataDir, key);
  const trouble = new Trouble(options);
  const copies = new BaseCopies(folder, options);
  let latest: Latest | undefined;
  const bring = async () => {
    latest = await onOwnConnection(
      { application_name: 'lms continuous backup', statement_timeout: SILENCE, ...owner },
      async (client) => await archiver.bring(client),
    );
    if (await folder.baseOf(latest)) logBackedUp.set(latest.at / 1000);
  };
  const round = async () => {
    try {
      await bring();
      if (latest) await copies.look(latest);
      copies.assertGood();
      trouble.isOver();
    } catch (error) {
      await trouble.isThere(error);
    }
  };
  let running: Promise<void> | undefined;
  let since = 0;
  const begin = () => {
    const passed = performance.now() - since;
    if (running && passed > LATE)
      void trouble.isThere(new Error('Its disk doesn’t respond, or is very slow.'), passed);
    if (running) return;
    since = performance.now();
    running = round().finally(() => (running = undefined));
  };
  begin();
  const timer = setInterval(begin, options.pause ?? PAUSE).unref();
  log.info(`Continuous backup to ${to}.`);
  return async () => {
    clearInterval(timer);
    const last = async () => {
      await copies.stop();
      await running;
      await bring().catch(() => undefined);
    };
    const ended = last().then(() => true);
    // A disk that does not answer must not keep the database from being stopped.
    if (await within(options.patience ?? PATIENCE, ended, false)) return;
    log.error(`The continuous backup to ${to} is left as it is: its disk doesn’t respond.`);
    endWithout(ended, () => copies.kill());
  };
}

/** The trouble that keeps the backup from being made, and who knows of it. */
class Trouble {
  readonly #options: Options;
  /** When the superadmins are to be told, in milliseconds; undefined without trouble. */
  #tellAt: number | undefined;
  #reason = '';

  constructor(options: Options) {
    this.#options = options;
  }

  /** `passed`: milliseconds since it began. */
  async isThere(error: unknown, passed = 0): Promise<void> {
    const reason = sentenceOf(error) ?? (error instanceof Error ? error.message : String(error));
    const { log, to, tell } = this.#options;
    if (reason !== this.#reason) log.error(`The continuous backup to ${to} has stopped: ${reason}`);
    this.#reason = reason;
    this.#tellAt ??= Date.now() + TELL_AFTER - passed;
    if (Date.now() < this.#tellAt) return;
    this.#tellAt = Infinity;
    try {
      await tell(reason);
    } catch (failure) {
      this.#tellAt = Date.now() + TELL_AFTER;
      log.error(`Nobody could be told of it: ${(failure as Error).message}`);
    }
  }

  isOver(): void {
    if (this.#tellAt !== undefined) this.#options.log.info('The continuous backup goes on.');
    this.#tellAt = undefined;
    this.#reason = '';
  }
}

/** Makes base copies in a process of their own, and removes what they make unnecessary. */
class BaseCopies {
  readonly #folder: ArchiveFolder;
  readonly #options: Options;
  #child: ChildProcess | undefined;
  #running: Promise<void> | undefined;
  #notBefore = 0;
  #failure: Error | undefined;

  constructor(folder: ArchiveFolder, options: Options) {
    this.#folder = folder;
    this.#options = options;
  }

  /** Starts a copy if one is due. */
  async look(latest: Latest): Promise<void> {
    if (this.#running || Date.now() < this.#notBefore) return;
    const newest = await this.#folder.baseOf(latest);
    if (!isDue(new Date(), newest && new Date(newest.at))) return;
    this.#notBefore = Date.now() + TRY_AGAIN;
    this.#running = this.#try().finally(() => (this.#running = undefined));
  }

  /** Throws the failure of the last copy. */
  assertGood(): void {
    if (this.#failure) throw this.#failure;
  }

  kill(): void {
    this.#child?.kill('SIGKILL');
  }

  async stop(): Promise<void> {
    this.#child?.kill();
    await this.#running;
  }

  async #try(): Promise<void> {
    try {
      await this.#copy();
      this.#failure = undefined;
    } catch (error) {
      this.#failure = new Error(`The base copy failed: ${(error as Error).message}`);
    }
  }

  async #copy(): Promise<void> {
    const { env = process.env } = this.#options;
    const child = spawn(process.execPath, [PROGRAM], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    this.#child = child;
    const ended = once(child, 'exit') as Promise<[code: number | null, signal: NodeJS.Signals | null]>;
    const [said, [code, signal]] = await Promise.all([text(child.stderr), ended]);
    this.#child = undefined;
    if (code !== 0) throw new Error(said.trim() || String(signal ?? code));
    await this.#folder.removeOutdated();
  }
}
