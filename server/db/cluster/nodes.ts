import type pg from 'pg';
import { allowTriggers } from './engine.ts';
import { inTransaction } from '#server/db/pool/own-connection.ts';

/** A machine of a cluster: its number in the cluster, and its address. */
export type Node = { id: number; address: string };
/** A client's schema, the node with its tables, and their size in bytes including indexes. */
export type Placed = { schema: string; node: number; bytes: number };

/** Milliseconds that a move waits for running writes. */
const LOCK = 30_000;

/** The nodes that may hold clients. Runs as owner, on a coordinator. */
export async function listNodes(owner: pg.Client): Promise<Node[]> {
  const { rows } = await owner.query<Node>(
    `SELECT nodeid AS id, nodename || ':' || nodeport AS address FROM pg_catalog.pg_dist_node
     WHERE isactive AND noderole = 'primary' AND shouldhaveshards ORDER BY nodeid`,
  );
  return rows;
}

/** Which node each client is on, ordered by schema. Queries every node and throws if one is lost. */
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
 * Moves a client's tables, with their rows, to a node; meanwhile the client can read, and its writes wait.
 * Runs as owner, outside a transaction. False if the client no longer exists.
 */
export async function moveClient(owner: pg.Client, schema: string, node: number): Promise<boolean> {
  return await inTransaction(owner, async () => {
    await owner.query(`SET LOCAL lock_timeout = ${LOCK}`);
    await allowTriggers(owner);
    const { rowCount } = await owner.query('SELECT 1 FROM core.clients WHERE schema_name = $1', [schema]);
    if (rowCount === 0) return false;
    // Append-only tables have no key, which the other modes need to identify rows.
    await owner.query(
      `SELECT pg_catalog.citus_schema_move(oid, $2::int, shard_transfer_mode => 'block_writes')
       FROM pg_catalog.pg_namespace WHERE nspname = $1`,
      [schema, node],
    );
    return true;
  });
}
