import { withoutMarks } from '#shared/fields/fields.ts';
import { asciiDigits } from '#shared/values/numbers.ts';

/** Converts dashes, brackets, digits and blanks of any script to ASCII and drops invisible marks. */
export function plainPhone(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  return asciiDigits(withoutMarks(text).normalize('NFKC')).replaceAll(/[\p{Pd}\u2212]/gu, '-');
}

/** Separators between the numbers of one field. Google's contacts use ` ::: `. */
const BETWEEN_NUMBERS = /:::|[/,;|\n&\\]|\b(?:or|and)\b/i;
const LEAST_DIGITS = 6;
const digitsIn = (text: string) => asciiDigits(text).replaceAll(/\D/g, '').length;

/** The texts between the separators of a field with several numbers. */
export const phoneParts = (phone: string): string[] =>
  plainPhone(phone)
    .split(BETWEEN_NUMBERS)
    .map((part) => part.trim());

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
