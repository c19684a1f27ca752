import type pg from 'pg';
import { allowTriggers } from '#server/db/engine.ts';
import { inTransaction } from '#server/db/own-connection.ts';

/** A machine of a cluster, by its number there, and its address. */
export type Node = { id: number; address: string };
/** A client's schema, the node on which its tables lie, and their bytes with indexes. */
export type Placed = { schema: string; node: number; bytes: number };

/** Milliseconds that a move waits for work that is writing. */
const LOCK = 30_000;

/** The nodes that may hold clients. Runs as owner, on a coordinator. */
export async function listNodes(owner: pg.Client): Promise<Node[]> {
  const { rows } = await owner.query<Node>(
    `SELECT nodeid AS id, nodename || ':' || nodeport AS address FROM pg_catalog.pg_dist_node
     WHERE isactive AND noderole = 'primary' AND shouldhaveshards ORDER BY nodeid`,
  );
  return rows;
}

/** Where the clients lie, in the order of their schemas. Asks every node: throws where one of them is lost. */
export async function listPlaces(owner: pg.Client): Promise<Placed[]> {
  const { rows } = await owner.query<Placed>(
    `SELECT nspname AS schema, nodeid AS node, sum(shard_size)::int8 AS bytes FROM pg_catalog.citus_shards s
     JOIN pg_catalog.pg_class c ON c.oid = s.table_name JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
     JOIN pg_catalog.pg_dist_node USING (nodename, nodeport)
     WHERE nspname IN (SELECT schema_name FROM core.clients) GROUP BY 1, 2 ORDER BY 1`,
  );
  return rows;
}

/**
 * Moves a client's tables, with their rows, to a node; the client reads meanwhile, and its writes wait. Runs as owner, outside
 * a transaction. False for a client that is gone.
 */
export async function moveClient(owner: pg.Client, schema: string, node: number): Promise<boolean> {
  return await inTransaction(owner, async () => {
    await owner.query(`SET LOCAL lock_timeout = ${LOCK}`);
    await allowTriggers(owner);
    const { rowCount } = await owner.query('SELECT 1 FROM core.clients WHERE schema_name = $1', [schema]);
    if (rowCount === 0) return false;
    // Tables that are only appended to have no key, by which the other modes would tell rows apart.
    await owner.query(
      `SELECT pg_catalog.citus_schema_move(oid, $2::int, shard_transfer_mode => 'block_writes')
       FROM pg_catalog.pg_namespace WHERE nspname = $1`,
      [schema, node],
    );
    return true;
  });
}
