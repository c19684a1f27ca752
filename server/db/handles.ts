import type { Kysely } from 'kysely';
import type { Announcer } from '#server/db/announcer.ts';
import { TEMPLATE_SCHEMA } from '#server/db/client-schemas.ts';
import type { RolePool } from '#server/db/connections.ts';
import type { CoreTables } from '#server/db/core-tables.ts';
import { kyselyAs } from '#server/db/dialect.ts';
import type { Installation } from '#server/db/installation.ts';
import { MIRROR_SCHEMA } from '#server/db/mirror-tables.ts';
import { ClosedCore } from '#server/db/system-scope.ts';
import type { ClientTables } from '#server/db/tables.ts';

/** Handles kept for clients seen lately; each is a few kilobytes. */
const MAX_HANDLES = 2000;

export type ClientHandle = { schema: string; role: string };

/** The ways into one server: core as the login role, a client as its own role, everything else refused by PostgreSQL. */
export class Handles {
  readonly installation: Installation;
  readonly pool: RolePool;
  /** Accounts, sessions and the register of clients. */
  readonly core: ClosedCore;
  /** The mirror of every client, read-only. */
  readonly allClients: Kysely<ClientTables>;
  /** The shape of a client with no rows, read-only. */
  readonly nothing: Kysely<ClientTables>;
  readonly #announcer: Announcer | undefined;
  readonly #clients = new Map<string, Kysely<ClientTables>>();

  /** `announcer`: hears the writes through these handles, where there are any. */
  constructor(pool: RolePool, installation: Installation, announcer?: Announcer) {
    this.pool = pool;
    this.installation = installation;
    this.#announcer = announcer;
    this.core = new ClosedCore(kyselyAs<CoreTables>(pool, null, announcer));
    this.allClients = kyselyAs<ClientTables>(pool, installation.allRole).withSchema(MIRROR_SCHEMA);
    this.nothing = kyselyAs<ClientTables>(pool, installation.allRole).withSchema(TEMPLATE_SCHEMA);
  }

  /** A handle bound to one client's schema and role. */
  client({ schema, role }: ClientHandle): Kysely<ClientTables> {
    const known = this.#clients.get(role);
    if (known) return known;
    if (this.#clients.size >= MAX_HANDLES) this.#clients.clear();
    const handle = kyselyAs<ClientTables>(this.pool, role, this.#announcer).withSchema(schema);
    this.#clients.set(role, handle);
    return handle;
  }
}
