import type { ClientMigration } from '#server/db/migrations/migration.ts';

/**
 * The leads of each status by day, so that a page in the middle of one status can be found by its day
 * (decision 6). A `lead_days` row with a status has not been added to the new table yet; existing rows have
 * none. Days are in the client's time zone; a template has no leads and needs no zone.
 */
export const statusDays: ClientMigration = {
  name: '0028-status-days',
  sql: (s) => `
    ALTER TABLE ${s}.lead_days ADD COLUMN status text;
    CREATE TABLE ${s}.lead_status_days (
      status text NOT NULL,
      day date NOT NULL,
      is_archived boolean NOT NULL,
      is_duplicate boolean NOT NULL,
      leads bigint NOT NULL,
      PRIMARY KEY (status, day, is_archived, is_duplicate)
    );
    DO $fill$ BEGIN EXECUTE format(
      'INSERT INTO ${s}.lead_status_days (status, day, is_archived, is_duplicate, leads)
        SELECT status, (created_at AT TIME ZONE %L)::date, is_archived, is_duplicate, count(*)
        FROM ${s}.leads WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4',
      (SELECT time_zone FROM core.clients
        WHERE schema_name = (SELECT nspname FROM pg_namespace WHERE oid = '${s}'::regnamespace)));
    END $fill$;
  `,
};
