import type { ClientMigration } from '#server/db/migrations/migration.ts';

const HAS_MORE = `(custom <> '{}' OR char_length(phone) > 18)`;

/**
 * The indexes of texts that few leads have and a search covers (written exactly like `moreText` in
 * lead-search.ts). No row is rewritten; leads without such texts are not in the indexes and cost nothing. The
 * previous release maintains the indexes whenever it writes a lead, so it may keep running.
 */
export const search: ClientMigration = {
  name: '0009-search',
  olderMayServe: true,
  sql: (s) => `
    CREATE INDEX leads_more ON ${s}.leads USING gin ((lower(
      jsonb_path_query_array(custom, '$.* ? (@.type() != "boolean")')::text || ' '
      || regexp_replace(translate(coalesce(phone, ''), '०१२३४५६७८९', '0123456789'), '[^0-9]+', '', 'g')
    )) extensions.gin_trgm_ops)
    WHERE ${HAS_MORE};
    -- answers whether there is any such lead
    CREATE INDEX leads_has_more ON ${s}.leads (id) WHERE ${HAS_MORE};
  `,
};
