import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { CountryCode } from 'libphonenumber-js/min';
import { withoutMarks } from '#shared/fields.ts';
import { asciiDigits } from '#shared/numbers.ts';

/** Dashes, brackets, digits and blanks of any script as the ASCII ones; invisible marks left out. */
function plainPhone(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  return asciiDigits(withoutMarks(text).normalize('NFKC')).replaceAll(/[\p{Pd}\u2212]/gu, '-');
}

/** Between the numbers of one cell. */
const BETWEEN_NUMBERS = /[/,;|\n]|\bor\b/i;

/**
 * The digits by which the phone numbers of a search are found, however they are written, with or without country code: '098765
 * 43210' and '(+91) 98765–43210' look for 9876543210 and 919876543210. None for a text that is no number.
 */
export function phoneNumbers(search: string): string[] {
  const parts = phoneText(plainPhone(search).trim())
    .split(BETWEEN_NUMBERS)
    .map((part) => part.trim())
    .filter(Boolean);
  if (!parts.every((part) => /^[+(\d][\d\s()+.-]*$/.test(part))) return [];
  const numbers = parts.map((part) => part.replaceAll(/\(0\)|\D/g, '').replace(/^0+/, ''));
  const least = numbers.length > 1 ? 6 : 4;
  return numbers.every((digits) => digits.length >= least) ? numbers : [];
}

/**
 * The text of a phone cell as it is shown: without the marks that some exports put before a number, or `.0` behind
 * it.
 */
export function phoneText(cell: string): string {
  return cell.replace(/^(?:p|tel|phone|mobile|mob)\s*:\s*(?=[+\d(])/i, '').replace(/^(\+?\d{5,})\.0+$/, '$1');
}

/** Whether a spreadsheet has kept only the first digits of a number: 9.87654E+09. */
export function isRounded(cell: string): boolean {
  return /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i.test(cell);
}

/**
 * Whether a text can be called: six digits at least, or a short number without words; TRUE and "call after 6" cannot.
 */
export function looksLikePhone(cell: string): boolean {
  const digits = asciiDigits(cell).replaceAll(/\D/g, '').length;
  return digits >= 6 || (digits >= 3 && !/\p{L}/u.test(cell));
}

/** The form of most phone numbers; the library gives the same answer for every such number, in ten times the time. */
const INDIAN_MOBILE = /^(?:\+?91|0)?([6-9]\d{9})$/;

/**
 * The form under which two spellings of one number meet: E.164 if it is a number of its country, else its digits
 * without leading zeros; '' when there are fewer than six. Of several numbers the first counts.
 */
export function phoneNorm(phone: string, country: string): string {
  const first = plainPhone(phone).split(BETWEEN_NUMBERS, 1)[0] ?? '';
  const mobile = country === 'IN' && INDIAN_MOBILE.exec(first.replaceAll(/[\s().-]/g, ''))?.[1];
  if (mobile) return `+91${mobile}`;
  const parsed = parsePhoneNumberFromString(first, country as CountryCode);
  if (parsed?.isValid()) return parsed.number;
  const digits = first.replaceAll(/\D/g, '').replace(/^0+/, '');
  return digits.length >= 6 ? digits.slice(0, 40) : '';
}
