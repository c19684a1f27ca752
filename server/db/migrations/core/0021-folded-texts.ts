import type { CoreMigration } from '#server/db/migrations/migration.ts';

/**
 * `foldText` of shared/values/fold-text.ts as an SQL function, for columns and indexes. Every role may use the
 * schema, so that a client's role can write the same expressions as an index; no client's schema can have its
 * name. To make indexes identical everywhere, the function lists capital letters explicitly and does not
 * depend on the database's collation. Plain ASCII, which most texts are, is folded in one step; texts with
 * other letters take more. A restore leaves the function in place.
 */
export const foldedTexts: CoreMigration = {
  name: '0021-folded-texts',
  sql: () => `
    CREATE SCHEMA IF NOT EXISTS _texts;
    GRANT USAGE ON SCHEMA _texts TO PUBLIC;
    CREATE OR REPLACE FUNCTION _texts.fold(t text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $fold$
    BEGIN
      IF octet_length(t) = char_length(t) THEN RETURN lower(translate(t, '\`', '''') COLLATE "C"); END IF;
      t := normalize(translate(t, ${from(SIGNS)}, ${to(SIGNS)}), NFKD);
      IF t ~ '[\\u0300-\\u036f]' THEN t := regexp_replace(t, '[\\u0300-\\u036f]+', '', 'g'); END IF;
      t := lower(t COLLATE "C");
      IF t ~ '[${CAPITALS}]' THEN t := translate(t, '${CAPITALS}', '${CAPITALS.toLowerCase()}'); END IF;
      IF t ~ '[${PLAIN_LETTERS.map(([letter]) => letter).join('')}]' THEN
        t := ${PLAIN_LETTERS.reduce((folded, [letter, plain]) => `replace(${folded}, '${letter}', '${plain}')`, 't')};
      END IF;
      RETURN normalize(t, NFC);
    END $fold$;
  `,
};

const SIGNS = [
  ['\u2018\u2019\u201a\u201b\u02bc\u02b9\u2032`\u00b4\uff07', "'"],
  ['\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\uff02', '"'],
  ['\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uff0d', '-'],
] as const;
const from = (signs: typeof SIGNS) => `'${signs.map(([all]) => all).join('')}'`;
const to = (signs: typeof SIGNS) =>
  `'${signs.map(([all, plain]) => plain.repeat(all.length).replaceAll("'", "''")).join('')}'`;

const between = (first: string, last: string) =>
  String.fromCodePoint(
    ...Array.from(
      { length: (last.codePointAt(0) ?? 0) - (first.codePointAt(0) ?? 0) + 1 },
      (_, index) => (first.codePointAt(0) ?? 0) + index,
    ),
  );
/** Capital letters without accents: Latin beyond A to Z, Greek, Cyrillic, Armenian and Georgian. */
const CAPITALS = [
  'ÆÐØÞĐĦŁŊŒŦƏỺỼỾ',
  between('Α', 'Ρ'),
  between('Σ', 'Ω'),
  between('Ѐ', 'Я'),
  'ҐҒҖҚҢҮҰҲҶҺӘӨ',
  between('Ա', 'Ֆ'),
  between('Ა', 'Ჺ'),
].join('');

const PLAIN_LETTERS = [
  ['ß', 'ss'],
  ['ẞ', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ħ', 'h'],
  ['ı', 'i'],
  ['ŋ', 'n'],
  ['ŧ', 't'],
  ['ς', 'σ'],
] as const;
