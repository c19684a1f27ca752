import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { ACCENTS, PLAIN_LETTERS, PLAIN_SIGNS } from '#shared/fold-text.ts';

const SIGNS = PLAIN_SIGNS.map(([signs]) => signs).join('');
const PLAIN = PLAIN_SIGNS.map(([signs, plain]) => plain.repeat(signs.length)).join('');

/** `foldText` in SQL. */
export function foldedText(text: RawBuilder<unknown>): RawBuilder<string> {
  const apart = sql`normalize(translate(${text}, ${SIGNS}, ${PLAIN}), NFKD)`;
  const small = sql`lower(regexp_replace(${apart}, ${ACCENTS}, '', 'g'))`;
  const plain = Object.entries(PLAIN_LETTERS).reduce(
    (folded, [letter, letters]) => sql`replace(${folded}, ${letter}, ${letters})`,
    small,
  );
  return sql<string>`normalize(${plain}, NFC)`;
}
