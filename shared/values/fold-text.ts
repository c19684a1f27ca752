/** Typographic quotes and dashes, as phones and word processors insert them, each with its plain form. */
const PLAIN_SIGNS: readonly (readonly [signs: string, plain: string])[] = [
  ['\u2018\u2019\u201a\u201b\u02bc\u02b9\u2032`\u00b4\uff07', "'"],
  ['\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\uff02', '"'],
  ['\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uff0d', '-'],
];

/** Small letters that Unicode doesn't treat as accented, but people who type them do. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ŧ: 't',
  ς: 'σ',
};

const SIGNS = new Map(
  PLAIN_SIGNS.flatMap(([signs, plain]) => [...signs].map((sign) => [sign, plain] as const)),
);
const SIGN = new RegExp(`[${[...SIGNS.keys()].join('')}]`, 'g');
const LETTER = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g');
/**
 * Accents, which follow their letters in decomposed text. The vowel signs of Indian scripts are not accents.
 */
const ACCENT = /[\u0300-\u036f]+/g;

/**
 * Folds a text for searching: no accents, lower case, straight quotes and plain dashes. `Álvaro Núñez`
 * becomes `alvaro nunez`, `Groß` becomes `gross`, `D’Unger` becomes `d'unger`. The SQL function `_texts.fold`
 * does the same; changes to these letters there need a migration.
 */
export function foldText(text: string): string {
  if (/^[\x00-\x5f\x61-\x7f]*$/.test(text)) return text.toLowerCase();
  return text
    .replaceAll(SIGN, (sign) => SIGNS.get(sign) ?? sign)
    .normalize('NFKD')
    .replaceAll(ACCENT, '')
    .toLowerCase()
    .replaceAll(LETTER, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .normalize('NFC');
}
