import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { foldText } from '#shared/values/fold-text.ts';
import { containing } from './paginate.ts';

/** `foldText` in SQL, using the function that the search columns and indexes use. */
export function foldedText(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`_texts.fold(${text})`;
}

/** The same for each text of a list. */
export function foldedTexts(list: RawBuilder<unknown>): RawBuilder<string[]> {
  return sql<string[]>`_texts.fold_all(${list})`;
}

/** Whether a text contains what a user typed, ignoring case, accents and quote styles. */
export function hasTyped(text: RawBuilder<unknown>, typed: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${foldedText(text)} LIKE ${containing(foldText(typed))}`;
}

/** The natural order of names, the same whatever the database's collation. */
export function readingOrder(name: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`${foldedText(name)} COLLATE "C"`;
}
