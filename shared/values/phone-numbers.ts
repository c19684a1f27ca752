import { withoutMarks } from '#shared/fields/fields.ts';
import { asciiDigits } from '#shared/values/numbers.ts';

/** Converts dashes, brackets, digits and blanks of any script to ASCII and drops invisible marks. */
export function plainPhone(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  return asciiDigits(withoutMarks(text).normalize('NFKC')).replaceAll(/[\p{Pd}\u2212]/gu, '-');
}

/** Separators between the numbers of one field, and the place before a plus. Google's contacts use ` ::: `. */
const BETWEEN_NUMBERS = /:::|[/,;|\n&\\]|\b(?:or|and)\b|(?=\+)(?<=\d{4}[^\d+]*)/i;
const LEAST_DIGITS = 6;
/** The most digits of a number with its country code (E.164), and those of most numbers. */
const MOST_DIGITS = 15;
const USUAL_DIGITS = 11;
/** A text with more digits is not divided: it is no list of one person's numbers. */
const MOST_UNDIVIDED = 100;
/** An extension after a number. */
export const EXTENSION = /[\s,;]{0,5}(?:ext(?:ension|n)?|extn|x|#)[\s.:]*(\d{1,7})\D*$/i;
/** The number of an entry in a list: the `2)` of `1) 98765 43210 2) 98250 12345`. */
const ENTRY = /^\d{1,2}[).]\s*(?=\D*\d{4})/;
const digitsIn = (text: string) => asciiDigits(text).replaceAll(/\D/g, '').length;

/** The texts of a field with several numbers, also if only blanks, dashes or other words divide them. */
export const phoneParts = (phone: string): string[] =>
  plainPhone(phone)
    .split(BETWEEN_NUMBERS)
    .flatMap((part) => numbersWithout(part.trim()));

/**
 * Divides a text without separators that has more digits than a number can have, such as `98765 43210 98250
 * 12345`: where digits end, into numbers as equally long as possible.
 */
function numbersWithout(text: string): string[] {
  const digits = digitsIn(text);
  if (digits <= MOST_DIGITS || digits > MOST_UNDIVIDED || EXTENSION.test(text)) return [text];
  let before = 0;
  const groups = [...text.matchAll(/\d+/g)].map(({ 0: group, index }) => {
    before += group.length;
    return { end: index + group.length, before };
  });
  const count = Math.max(2, Math.round(digits / USUAL_DIGITS));
  const ends = Array.from({ length: count }, (_, number) => {
    const from = (group: { before: number }) => Math.abs(group.before - ((number + 1) * digits) / count);
    return groups.toSorted((one, other) => from(one) - from(other))[0]?.end;
  });
  const numbers = ends.map((end, number) =>
    text
      .slice(ends[number - 1] ?? 0, end)
      .replace(/^[^\d+(]+/, '')
      .replace(ENTRY, ''),
  );
  return numbers.every((number) => digitsIn(number) >= LEAST_DIGITS) ? numbers : [text];
}

/**
 * The numbers that people write into one field, for example 98765 43210 / 022-2345 6789, in order. A single
 * number split by a separator stays one.
 */
export function numbersIn(phone: string): string[] {
  const parts = phoneParts(phone);
  const numbers = parts.filter((part) => digitsIn(part) >= LEAST_DIGITS);
  return numbers.length > 0 ? numbers : [parts.join('')];
}

/**
 * Whether a text can be called: at least six digits, or a short number without words. TRUE and "call after 6"
 * cannot.
 */
export function looksLikePhone(text: string): boolean {
  const digits = digitsIn(text);
  return digits >= LEAST_DIGITS || (digits >= 3 && !/\p{L}/u.test(text));
}
