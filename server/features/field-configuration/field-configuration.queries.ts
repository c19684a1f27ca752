import { sql } from 'kysely';
import { LEAD_CONFIG_KEY } from '#shared/fields/field-configuration.ts';
import type { CurrentConfiguration, RemovedField } from '#shared/fields/field-configuration.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { versionOf } from '#server/db/sql/content-version.ts';
import { effectiveConfiguration } from '#server/leads/settings/effective-configuration.ts';
import { isRecord, removedFields } from '#server/leads/settings/stored-fields.ts';

/** The current stored configuration of the one client that is read, for edits to build on. */
export async function currentConfiguration(
  scope: ReadScope,
): Promise<CurrentConfiguration & { removed: RemovedField[] }> {
  if (!scope.client) return configurationOf(undefined);
  const known = lastRead.get(scope.client.id);
  const { rows } = await sql<{ at: string; value: unknown }>`
    SELECT updated_at::text AS at, CASE WHEN updated_at::text IS DISTINCT FROM ${known?.at} THEN value END AS value
    FROM ${scope.table('configurations')} WHERE config_key = ${LEAD_CONFIG_KEY}
  `.execute(scope.db);
  const [found] = rows;
  if (!found) return configurationOf(undefined);
  if (known && known.at === found.at) return known.read;
  const read = configurationOf(found.value);
  if (lastRead.size >= MOST_READ) lastRead.clear();
  lastRead.set(scope.client.id, { at: found.at, read });
  return read;
}

type Read = CurrentConfiguration & { removed: RemovedField[] };
/**
 * Each client's last-read configuration and its timestamp: the database returns only later changes, or just
 * the timestamp.
 */
const lastRead = new Map<string, { at: string; read: Read }>();
const MOST_READ = 50;

function configurationOf(stored: unknown): Read {
  const config_value = effectiveConfiguration(stored);
  const removed = isRecord(stored) ? removedFields(stored) : [];
  return { config_value, version: versionOf(config_value), removed };
}
