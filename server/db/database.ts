import type pg from 'pg';
import { AnnouncementListener } from '#server/db/announce/announcement-listener.ts';
import { Announcer } from '#server/db/announce/announcer.ts';
import { RolePool } from '#server/db/pool/connections.ts';
import type { ConnectionSettings } from '#server/db/pool/connections.ts';
import type { DatabaseLimits, StatementLimits } from '#server/db/pool/request-settings.ts';
import { kyselyAs } from '#server/db/dialect.ts';
import { Handles } from '#server/db/handles.ts';
import { appPassword } from '#server/db/structure/installation.ts';
import type { Installation } from '#server/db/structure/installation.ts';
import { migrate, remakeMirror } from '#server/db/structure/migrate.ts';
import { inTransaction, onOwnConnection } from '#server/db/pool/own-connection.ts';
import { Replica } from '#server/db/replica/replica.ts';
import { NEWER_RELEASE, THIS_RELEASE, findNewer } from '#server/db/structure/releases.ts';
import { ClosedCore } from '#server/db/system-scope.ts';
import type { SystemScope } from '#server/db/system-scope.ts';
import type { CoreTables } from '#server/db/tables/core-tables.ts';

/** Milliseconds. */
const OWNER_SILENCE = 60_000;
/** Milliseconds that an owner's statement waits for locks held by requests. */
const OWNERS_WAIT = 5000;
/** Milliseconds: a single index over a million leads takes a minute on a busy machine. */
const REMAKE_SILENCE = 15 * 60_000;

/**
 * Copies clients' committed changes to the mirror; `settle` returns true once all changes noted so far are
 * there, false after `patience` milliseconds or when some could not be copied for now.
 */
export type Follower = {
  note: (clientId: string) => void;
  settle: (patience?: number) => Promise<boolean>;
  /** True once after each time that changes were copied too late for a reader. */
  takeCaughtUp: () => boolean;
  /**
   * Waits for news of changes by another process; false when there are none or no other process is running.
   */
  news: () => Promise<boolean>;
  /** How many clients have changes that should have reached the mirror by now. */
  readonly late: number;
};

/** One connection copies changes and the other watches them; neither is taken from the pool for requests. */
const FOLLOWERS = 2;

/** The single entry point to the database; the inherited handles use the primary. */
export class Database extends Handles {
  /** Receives the changes that any process of this database announces. */
  readonly announcements: AnnouncementListener;
  /** Collects the writes of this process and announces them. */
  readonly ownWrites: Announcer;
  /**
   * Serves exports, archives and dashboards across all clients; undefined unless DATABASE_READ_URL is set.
   */
  readonly replica: Replica | undefined;
  /** Copies clients' commits to the mirror of all clients; undefined in a program that only writes. */
  follower: Follower | undefined;
  /** Like `core`, on the follower's own connections. */
  readonly following: SystemScope;
  /** Guests already known to be members of a client, as `<client> <user>`. */
  readonly guests = new Set<string>();
  readonly #owner: ConnectionSettings;
  readonly #followers: RolePool;
  readonly #ownersWait: number;
  #closed = false;

  constructor(
    owner: ConnectionSettings,
    installation: Installation,
    login: ConnectionSettings,
    { limits, patience, replica }: Omit<Opening, 'release'> = {},
  ) {
    const announcements = new AnnouncementListener(login);
    const ownWrites = new Announcer(async (statement) => await announcements.query(statement));
    const pool = new RolePool(login, limits, limits);
    super(pool, installation, ownWrites);
    this.announcements = announcements;
    this.ownWrites = ownWrites;
    this.#owner = owner;
    this.#followers = new RolePool(
      { application_name: 'lms mirror', ...login },
      { connections: FOLLOWERS, perRole: FOLLOWERS },
      patience,
    );
    this.#ownersWait = patience?.lock ?? OWNERS_WAIT;
    this.following = { core: new ClosedCore(kyselyAs<CoreTables>(this.#followers, null)) };
    if (replica) {
      const { user, password } = login;
      this.replica = new Replica({ ...replica, user, password }, installation, this, limits);
    }
  }

  /** Changes structure as the owner, on a separate connection, in one transaction. */
  async asOwner<T>(work: (owner: pg.Client) => Promise<T>): Promise<T> {
    return await this.onOwner(async (owner) => await inTransaction(owner, async () => await work(owner)));
  }

  /** Opens the owner's connection for work that takes several transactions. */
  async onOwner<T>(work: (owner: pg.Client) => Promise<T>, silence = OWNER_SILENCE): Promise<T> {
    const settings = { application_name: 'lms owner', silence, ...this.#owner };
    try {
      return await onOwnConnection(settings, async (owner) => {
        await owner.query(
          `SET search_path = ''; SET client_min_messages = warning; SET lock_timeout = ${this.#ownersWait}`,
        );
        return await work(owner);
      });
    } finally {
      this.pool.noteCoreChange();
    }
  }

  /** Rebuilds the mirror of all clients while requests continue. */
  async remakeMirror(): Promise<void> {
    await this.onOwner(async (owner) => await remakeMirror(owner, this.installation), REMAKE_SILENCE);
  }

  /**
   * Calls `leave` with a message when a newer release has migrated and does not allow this one to keep
   * running.
   */
  leaveWhenReplaced(leave: (reason: string) => void): void {
    const check = () =>
      void this.onOwner(async (owner) => await findNewer(owner)).then(
        (newer) => newer && !newer.mayServe && leave(NEWER_RELEASE),
        // The connection was lost again: the next connection repeats the check.
        () => {},
      );
    this.announcements.subscribe(({ type }) => {
      if (type === 'migrated' || type === 'missed') check();
    });
    check();
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.ownWrites.close();
    await this.announcements.close();
    await this.#followers.close();
    await this.replica?.close();
    await this.pool.close();
  }
}

type Opening = {
  release?: typeof THIS_RELEASE;
  limits?: DatabaseLimits | undefined;
  /**
   * The time limits of an operator's command, including the mirror's and the owner's connections, which have
   * their own limits.
   */
  patience?: StatementLimits | undefined;
  /** The server at DATABASE_READ_URL. */
  replica?: ConnectionSettings | undefined;
};

/**
 * Migrates, then opens the pool that serves requests. `fallbackSecret` replaces the password of an owner
 * without one.
 */
export async function openDatabase(
  owner: ConnectionSettings,
  fallbackSecret: string,
  { release = THIS_RELEASE, ...opening }: Opening = {},
): Promise<Database> {
  const password = appPassword(owner, fallbackSecret);
  const installation = await migrate(owner, password, release);
  const login = { ...owner, user: installation.appRole, password };
  return new Database(owner, installation, login, opening);
}
