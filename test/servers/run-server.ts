import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import type { ConnectionSettings } from '#server/db/pool/connections.ts';

/**
 * The run's server (TEST_DATABASE_URL): a PostgreSQL, or the coordinator of a Citus cluster, with each
 * database created on all its nodes.
 */
export type RunServer = { url: string; nodes: readonly ConnectionSettings[] };

/** An empty database of a cluster whose nodes know each other, from which all others are copied. */
const EMPTY_CLUSTER = 'lms_test_empty';
/** The file system clones the files, if PostgreSQL is new enough to ask for that. */
const CLONING = `SELECT set_config(name, 'clone', false) FROM pg_settings WHERE name = 'file_copy_method'`;
const known = new Map<string, Promise<RunServer>>();

/** The server at this address with its nodes, the coordinator first. */
export async function runServer(url: string): Promise<RunServer> {
  const found = known.get(url) ?? nodesOf(url).then((nodes) => ({ url, nodes }));
  known.set(url, found);
  return await found;
}

/** Creates an empty database, or a copy of a template; returns its owner. */
export async function makeDatabase(server: RunServer, template?: string): Promise<ConnectionSettings> {
  const database = `lms_test_${randomBytes(6).toString('hex')}`;
  await copyDatabase(server, template ?? (await emptyDatabase(server)), database);
  return { ...parseIntoClientConfig(server.url), database };
}

export async function dropDatabase(server: RunServer, database: string): Promise<void> {
  await onNodes(server, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
}

/** Renames a database to the name under which others copy it. */
export async function makeTemplate(server: RunServer, database: string, name: string): Promise<void> {
  // Background workers of Citus would reconnect to it.
  await onNodes(
    server,
    `ALTER DATABASE ${database} ALLOW_CONNECTIONS false`,
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${database}'`,
    `ALTER DATABASE ${database} RENAME TO ${name}`,
  );
}

/** Runs work in one process of the run at a time; work with different names may be nested. */
export async function alone<T>(
  url: string,
  name: 'open' | 'world' | 'nodes',
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  return await connected(parseIntoClientConfig(url), async (client) => {
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [name]);
    return await work(client);
  });
}

async function nodesOf(url: string): Promise<ConnectionSettings[]> {
  const coordinator = parseIntoClientConfig(url);
  return await connected(coordinator, async (client) => {
    const { rows: tables } = await client.query<{ nodes: string | null }>(
      `SELECT to_regclass('pg_catalog.pg_dist_node') AS nodes`,
    );
    if (tables[0]?.nodes === null) return [coordinator];
    const { rows } = await client.query<{ host: string; port: number }>(
      'SELECT nodename AS host, nodeport AS port FROM pg_catalog.pg_dist_node WHERE groupid > 0 ORDER BY groupid',
    );
    return [coordinator, ...rows.map((node) => ({ ...coordinator, ...node, database: 'postgres' }))];
  });
}

async function emptyDatabase(server: RunServer): Promise<string> {
  const [coordinator, ...workers] = server.nodes;
  if (!coordinator || workers.length === 0) return 'template1';
  await alone(server.url, 'nodes', async (client) => {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [EMPTY_CLUSTER]);
    if (found.rowCount) return;
    const made = `${EMPTY_CLUSTER}_made`;
    await onNodes(server, `DROP DATABASE IF EXISTS ${made} WITH (FORCE)`, `CREATE DATABASE ${made}`);
    for (const node of server.nodes)
      await connected(
        { ...node, database: made },
        async (each) => await each.query('CREATE EXTENSION citus'),
      );
    await connected({ ...coordinator, database: made }, async (each) => {
      await each.query('SELECT citus_set_coordinator_host($1, $2)', [coordinator.host, coordinator.port]);
      for (const { host, port } of workers) await each.query('SELECT citus_add_node($1, $2)', [host, port]);
    });
    await makeTemplate(server, made, EMPTY_CLUSTER);
  });
  return EMPTY_CLUSTER;
}

/** Copying whole files takes half the time of copying block by block through the log. */
async function copyDatabase(server: RunServer, template: string, database: string): Promise<void> {
  await onNodes(server, CLONING, `CREATE DATABASE ${database} TEMPLATE ${template} STRATEGY FILE_COPY`);
}

async function onNodes({ nodes }: RunServer, ...statements: string[]): Promise<void> {
  await Promise.all(
    nodes.map(
      async (node) =>
        await connected(node, async (client) => {
          for (const statement of statements) await client.query(statement);
        }),
    ),
  );
}

async function connected<T>(
  settings: ConnectionSettings,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(settings);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
