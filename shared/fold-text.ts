/** Quotes and dashes as keyboards of phones and word processors write them, each with the plain one. */
const PLAIN_SIGNS: readonly (readonly [signs: string, plain: string])[] = [
  ['\u2018\u2019\u201a\u201b\u02bc\u02b9\u2032`\u00b4\uff07', "'"],
  ['\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\uff02', '"'],
  ['\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uff0d', '-'],
];

/** Small letters that are no accented ones for Unicode, but for people who type them. */
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
/** Accents, which stand behind their letters in a text that is taken apart; the vowel signs of Indian scripts are none. */
const ACCENT = /[\u0300-\u036f]+/g;

/**
 * A text as people type it who look for it: without accents, in small letters, with straight quotes and plain dashes. `Álvaro Núñez` is
 * `alvaro nunez`, `Groß` is `gross`, `D’Unger` is `d'unger`. The function `_texts.fold` says so in SQL; letters beside these
 * change in migrations alone.
 */
export function foldText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- the plain signs of ASCII
  if (/^[\x00-\x5f\x61-\x7f]*$/.test(text)) return text.toLowerCase();
  return text
    .replaceAll(SIGN, (sign) => SIGNS.get(sign) ?? sign)
    .normalize('NFKD')
    .replaceAll(ACCENT, '')
    .toLowerCase()
    .replaceAll(LETTER, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .normalize('NFC');
}
