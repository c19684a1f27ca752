import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** `withoutTags` of shared/fields/lead-values.ts in SQL, of two arrays of texts. */
export const tagsNotIn = (tags: RawBuilder<unknown>, others: RawBuilder<unknown>): RawBuilder<string[]> =>
  sql<string[]>`ARRAY(SELECT tag FROM unnest(${tags}) tag
    WHERE lower(tag) <> ALL(ARRAY(SELECT lower(other) FROM unnest(${others}) other)))`;
