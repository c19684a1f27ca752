import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
export const CLUSTERS = join(ROOT, 'node_modules', '.cache', 'test-clusters');
const packages = createHash('sha256')
  .update(readFileSync(join(ROOT, 'package-lock.json')))
  .digest('hex')
  .slice(0, 12);

/**
 * An empty cluster with its secrets, made by `test/servers/server.ts` once per user and set of packages:
 * copying it takes a tenth of the time of creating one.
 */
export const CLUSTER = join(CLUSTERS, `${process.getuid?.() ?? 'user'}-${packages}`);

/** Copies the cluster into an empty data folder, and returns that; without one, PostgreSQL creates its own there at its start. */
export function copyCluster(dataDir: string): string {
  if (!existsSync(CLUSTER)) return dataDir;
  cpSync(CLUSTER, dataDir, { recursive: true });
  // A copied folder is readable by all, and PostgreSQL refuses one that others can read.
  for (const name of ['postgres', 'secrets']) chmodSync(join(dataDir, name), 0o700);
  return dataDir;
}
