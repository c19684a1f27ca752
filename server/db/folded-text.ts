import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { foldText } from '#shared/fold-text.ts';
import { containing } from '#server/db/paginate.ts';

/** `foldText` in SQL, by the function that columns and indexes of the search are made with. */
export function foldedText(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`_texts.fold(${text})`;
}

/** Whether a text has what somebody typed, without regard to case, accents and kinds of quotes. */
export function hasTyped(text: RawBuilder<unknown>, typed: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${foldedText(text)} LIKE ${containing(foldText(typed))}`;
}

/** The order in which people read names, the same in every collation of a database. */
export function readingOrder(name: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`${foldedText(name)} COLLATE "C"`;
}
