import type pg from 'pg';
import type { ConnectionSettings } from '#server/db/pool/connections.ts';
import { onOwnConnection } from '#server/db/pool/own-connection.ts';
import { openTestApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { DatabaseProxy } from '#test/servers/proxy.ts';

/** The application on a cluster, with each node reached through a proxy, by the node's number. */
export type ClusterApp = TestApp & {
  proxies: ReadonlyMap<number, DatabaseProxy>;
  /** Adds the nodes that were left out. */
  addNodes: () => Promise<void>;
};

/** Runs on all nodes of the run's cluster, or on the first few. */
export async function openClusterApp(count = Infinity): Promise<ClusterApp> {
  const proxies = new Map<number, DatabaseProxy>();
  const leftOut: ConnectionSettings[] = [];
  const closeProxies = async () => await Promise.all([...proxies.values()].map((proxy) => proxy.close()));
  const add = async (owner: pg.Client, node: ConnectionSettings) => {
    const proxy = await DatabaseProxy.open(node);
    const { rows } = await owner.query<{ id: number }>('SELECT citus_add_node($1, $2) AS id', [
      '127.0.0.1',
      proxy.port,
    ]);
    proxies.set(rows[0]?.id ?? 0, proxy);
  };
  const prepare = async (settings: ConnectionSettings) =>
    await onOwnConnection(settings, async (owner) => {
      const { rows } = await owner.query<{ host: string; port: number }>(
        'SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE groupid > 0 ORDER BY nodeid',
      );
      for (const [at, node] of rows.entries()) {
        // A background worker of a new database removes the same records of transactions with the node.
        await owner.query('SELECT recover_prepared_transactions()');
        await owner.query('SELECT citus_remove_node($1, $2)', [node.host, node.port]);
        if (at < count) await add(owner, node);
        else leftOut.push(node);
      }
    });
  try {
    const app = await openTestApp({}, { prepare });
    return {
      ...app,
      proxies,
      addNodes: async () =>
        await onOwnConnection(app.owner, async (owner) => {
          for (const node of leftOut.splice(0)) await add(owner, node);
        }),
      close: async () => {
        await app.close();
        await closeProxies();
      },
    };
  } catch (error) {
    await closeProxies();
    throw error;
  }
}

/** The number of the node that holds a schema's tables. */
export async function nodeOf({ database }: TestApp, schema: string): Promise<number> {
  return await database.onOwner(async (owner) => {
    const { rows } = await owner.query<{ id: number }>(
      `SELECT DISTINCT nodeid AS id FROM pg_catalog.pg_dist_shard
       JOIN pg_catalog.pg_dist_placement USING (shardid) JOIN pg_catalog.pg_dist_node USING (groupid)
       JOIN pg_catalog.pg_class ON pg_class.oid = logicalrelid WHERE relnamespace = $1::text::regnamespace`,
      [schema],
    );
    if (rows.length !== 1) throw new Error(`The schema ${schema} lies on ${rows.length} nodes.`);
    return rows[0]?.id ?? 0;
  });
}
