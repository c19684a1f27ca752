import type { Kysely } from 'kysely';
import type { Announcer } from '#server/db/announce/announcer.ts';
import { TEMPLATE_SCHEMA } from '#server/db/structure/client-schemas.ts';
import type { RolePool } from '#server/db/pool/connections.ts';
import type { CoreTables } from '#server/db/tables/core-tables.ts';
import { kyselyAs } from '#server/db/dialect.ts';
import type { Installation } from '#server/db/structure/installation.ts';
import { MIRROR_SCHEMA } from '#server/db/tables/mirrored-tables.ts';
import { ClosedCore } from '#server/db/system-scope.ts';
import type { ClientTables } from '#server/db/tables/client-tables.ts';

/** How many handles of recently used clients to keep; each takes a few kilobytes. */
const MAX_HANDLES = 2000;

export type ClientHandle = { schema: string; role: string };

/**
 * The handles to one server: core as the login role, each client as its own role; PostgreSQL refuses
 * everything else.
 */
export class Handles {
  readonly installation: Installation;
  readonly pool: RolePool;
  /** Accounts, sessions and clients. */
  readonly core: ClosedCore;
  /** The mirror of all clients, read-only. */
  readonly allClients: Kysely<ClientTables>;
  /** The empty template schema, read-only. */
  readonly nothing: Kysely<ClientTables>;
  readonly #announcer: Announcer | undefined;
  readonly #clients = new Map<string, Kysely<ClientTables>>();

  /** `announcer`, if given, receives the writes made through these handles. */
  constructor(pool: RolePool, installation: Installation, announcer?: Announcer) {
    this.pool = pool;
    this.installation = installation;
    this.#announcer = announcer;
    this.core = new ClosedCore(kyselyAs<CoreTables>(pool, null, announcer));
    this.allClients = kyselyAs<ClientTables>(pool, installation.allRole).withSchema(MIRROR_SCHEMA);
    this.nothing = kyselyAs<ClientTables>(pool, installation.allRole).withSchema(TEMPLATE_SCHEMA);
  }

  /** A handle for one client's schema and role. */
  client({ schema, role }: ClientHandle): Kysely<ClientTables> {
    const known = this.#clients.get(role);
    if (known) return known;
    if (this.#clients.size >= MAX_HANDLES) this.#clients.clear();
    const handle = kyselyAs<ClientTables>(this.pool, role, this.#announcer).withSchema(schema);
    this.#clients.set(role, handle);
    return handle;
  }
}
