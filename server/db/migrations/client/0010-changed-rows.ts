import type { ClientMigration } from '#server/db/migrations/migration.ts';

/** Tables with an id whose rows the mirror of all clients contains (decision 33). */
const WITH_ID = ['leads', 'call_logs', 'reminders', 'products', 'product_categories', 'operations'] as const;

/** One trigger per event: PostgreSQL allows transition tables for a single event only. */
const EVENTS = [
  ['INSERT', 'NEW'],
  ['UPDATE', 'NEW'],
  ['DELETE', 'OLD'],
] as const;

/** The triggers that record the changed rows of a mirrored table with an id. */
export function notingChangedRows(s: string, table: string): string {
  return EVENTS.map(
    ([event, rows]) => `
    CREATE TRIGGER changed_${event.toLowerCase()} AFTER ${event} ON ${s}.${table}
      REFERENCING ${rows} TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ${s}.note_changed_rows();`,
  ).join('');
}

/**
 * The queue of rows that the mirror has yet to read. Triggers fill it in the transaction of the change, so no
 * write can bypass it; an entry without an id means the whole table.
 */
export const changedRows: ClientMigration = {
  name: '0010-changed-rows',
  sql: (s) => `
    CREATE TABLE ${s}.changed_rows (place text NOT NULL, id uuid);
    CREATE FUNCTION ${s}.note_changed_rows() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO ${s}.changed_rows SELECT TG_TABLE_NAME, id FROM changed;
      RETURN NULL;
    END $$;
    CREATE FUNCTION ${s}.note_changed_table() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO ${s}.changed_rows (place) VALUES (TG_TABLE_NAME);
      RETURN NULL;
    END $$;
    ${WITH_ID.map((table) => notingChangedRows(s, table)).join('')}
    CREATE TRIGGER changed AFTER INSERT OR UPDATE OR DELETE ON ${s}.configurations
      FOR EACH STATEMENT EXECUTE FUNCTION ${s}.note_changed_table();
  `,
};
