import type { ClientMigration } from '#server/db/migrations/migration.ts';

const HAS_MORE = `(custom <> '{}' OR char_length(phone) > 18)`;

/**
 * Text is folded for search (`foldText`): lower case, no accents, plain quotes. Rewrites `search_text` for
 * every lead; the indexes of custom texts, notes, names and companies use the same expressions as the search
 * statements.
 */
export const foldedSearch: ClientMigration = {
  name: '0035-folded-search',
  sql: (s) => `
    DROP INDEX ${s}.leads_more, ${s}.leads_name, ${s}.leads_company, ${s}.lead_notes_body;
    DROP STATISTICS ${s}.leads_lower_name, ${s}.leads_lower_company;
    ALTER TABLE ${s}.leads DROP COLUMN search_text, ADD COLUMN search_text text GENERATED ALWAYS AS (_texts.fold(
      name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(phone_norm, '') || ' '
      || coalesce(company_name, '') || ' ' || coalesce(designation, '') || ' ' || status || ' ' || coalesce(source, '') || ' '
      || coalesce(interest_level, '') || ' ' || coalesce(location, '') || ' ' || coalesce(address, '') || ' '
      || coalesce(campaign_id, '') || ' ' || coalesce(description, '') || ' ' || coalesce(notes, '') || ' '
      || core.tags_text(tags)
    )) STORED;
    ALTER TABLE ${s}.leads ALTER COLUMN search_text SET STATISTICS 1000;
    CREATE INDEX leads_search ON ${s}.leads USING gin (search_text extensions.gin_trgm_ops);
    CREATE INDEX leads_more ON ${s}.leads USING gin ((_texts.fold(
      replace(jsonb_path_query_array(custom, '$.* ? (@.type() != "boolean")')::text, '\\"', '"') || ' '
      || regexp_replace(translate(coalesce(phone, ''), '०१२३४५६७८९', '0123456789'), '[^0-9]+', '', 'g')
    )) extensions.gin_trgm_ops)
    WHERE ${HAS_MORE};
    CREATE INDEX lead_notes_body ON ${s}.lead_notes USING gin (_texts.fold(body) extensions.gin_trgm_ops);
    CREATE INDEX leads_name ON ${s}.leads (_texts.fold(name) text_pattern_ops, id) WHERE deleted_at IS NULL;
    CREATE INDEX leads_company ON ${s}.leads (_texts.fold(company_name) text_pattern_ops, id) WHERE deleted_at IS NULL;
    CREATE STATISTICS ${s}.leads_folded_name ON _texts.fold(name) FROM ${s}.leads;
    CREATE STATISTICS ${s}.leads_folded_company ON _texts.fold(company_name) FROM ${s}.leads;
  `,
};
