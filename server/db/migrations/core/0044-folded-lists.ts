import type { CoreMigration } from '#server/db/migrations/migration.ts';

/**
 * `_texts.fold` for each text of a list, as filters compare tags. The list is folded as one text, since a call
 * takes longer than a tag; no tag contains the separator, which nobody can type.
 */
export const foldedLists: CoreMigration = {
  name: '0044-folded-lists',
  olderMayServe: true,
  sql: () => `
    CREATE OR REPLACE FUNCTION _texts.fold_all(texts text[]) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $fold$ BEGIN
      RETURN string_to_array(_texts.fold(array_to_string(texts, E'\\x1f')), E'\\x1f');
    END $fold$;
  `,
};
