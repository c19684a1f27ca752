import type { ClientMigration } from '#server/db/migrations/migration.ts';

/** On a node of a cluster, the table's name has a numeric suffix. */
const PLACE = String.raw`regexp_replace(TG_TABLE_NAME, '_\d+$', '')`;

/**
 * The triggers of 0010, adapted to a client on a cluster node (decision 49), where a trigger that writes to a
 * table cannot read its transition table.
 */
export const queueBesideItsTables: ClientMigration = {
  name: '0027-queue-beside-its-tables',
  olderMayServe: true,
  sql: (s) => `
    CREATE OR REPLACE FUNCTION ${s}.note_changed_rows() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE ids uuid[] := ARRAY(SELECT id FROM changed);
    BEGIN
      INSERT INTO ${s}.changed_rows (place, id) SELECT ${PLACE}, unnest(ids);
      RETURN NULL;
    END $$;
    CREATE OR REPLACE FUNCTION ${s}.note_changed_table() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO ${s}.changed_rows (place) VALUES (${PLACE});
      RETURN NULL;
    END $$;
  `,
};
