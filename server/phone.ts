import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { CountryCode } from 'libphonenumber-js/min';
import { numbersIn, phoneParts, plainPhone } from '#shared/values/phone-numbers.ts';

/** A link that opens a chat, up to and including its number with country code. */
const CHAT_LINK =
  /^(?:https?:\/\/)?(?:(?:www\.)?wa\.me\/|(?:api|web)\.whatsapp\.com\/send\/?\?(?:\S*&)?phone=)\+?(\d{6,15})(?!\d)\S*$/i;

/**
 * The digits with which a search finds phone numbers in any notation, with or without country code: '098765
 * 43210' and '(+91) 98765–43210' search for 9876543210 and 919876543210. Empty for text that is not a number.
 */
export function phoneNumbers(search: string): string[] {
  const parts = phoneParts(phoneText(plainPhone(search).trim())).filter(Boolean);
  if (!parts.every((part) => /^[+(\d][\d\s()+.-]*$/.test(part))) return [];
  const numbers = parts.map((part) => part.replaceAll(/\(0\)|\D/g, '').replace(/^0+/, ''));
  const least = numbers.length > 1 ? 6 : 4;
  return numbers.every((digits) => digits.length >= least) ? numbers : [];
}

/**
 * A phone cell as shown: without the marks that some exports put before a number, or `.0` after it; for a
 * chat link, its number.
 */
export function phoneText(cell: string): string {
  const [, linked] = CHAT_LINK.exec(cell) ?? [];
  if (linked) return `+${linked}`;
  return cell.replace(/^(?:p|tel|phone|mobile|mob)\s*:\s*(?=[+\d(])/i, '').replace(/^(\+?\d{5,})\.0+$/, '$1');
}

/** Whether a spreadsheet has kept only the first digits of a number: 9.87654E+09. */
export function isRounded(cell: string): boolean {
  return /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i.test(cell);
}

/**
 * The form of most phone numbers; the library gives the same result ten times slower, except for prefixes
 * written twice or in another order: 091-98450…, +91 (0) 98450…, +91+9198450….
 */
const INDIAN_MOBILE = /^(?:\+|00?)?(?:91\+?){0,2}0?([6-9]\d{9})$/;

/**
 * The normalised forms of each number of a field, in order, by which two spellings of one number match: E.164
 * if it is valid in the country, otherwise its digits without leading zeros; nothing for fewer than six
 * digits.
 */
export function phoneForms(phone: string, country: string): string[] {
  const numbers = numbersIn(phoneText(plainPhone(phone).trim()));
  if (numbers.length === 1) return [formOf(numbers[0] ?? '', country)].filter(Boolean);
  return [...new Set(numbers.map((number) => formOf(number, country)).filter(Boolean))];
}

function formOf(number: string, country: string): string {
  const mobile = country === 'IN' && INDIAN_MOBILE.exec(number.replaceAll(/[\s().-]/g, ''))?.[1];
  if (mobile) return `+91${mobile}`;
  const parsed = parsePhoneNumberFromString(number, country as CountryCode);
  if (parsed?.isValid()) return parsed.number;
  const digits = number.replaceAll(/\D/g, '').replace(/^0+/, '');
  return digits.length >= 6 ? digits.slice(0, 40) : '';
}

/** The form of the field's first number; '' if there is none. */
export function phoneNorm(phone: string, country: string): string {
  return phoneForms(phone, country)[0] ?? '';
}

/**
 * Two phones as the text of one field; the same number is kept once. Undefined if they are longer than `max`
 * together, or the other is too short to be told apart.
 */
export function joinPhones(phone: string, other: string, country: string, max: number): string | undefined {
  const [known, forms] = [phoneForms(phone, country), phoneForms(other, country)];
  if (forms.length === 0) return undefined;
  if (forms.every((form) => known.includes(form))) return phone;
  const joined = `${phone} / ${other}`;
  return joined.length <= max ? joined : undefined;
}

/** The columns by which a lead is found by number: the form of the first number, and those of the others. */
export function phoneColumns(
  phone: string | null,
  country: string,
): { phone_norm: string | null; other_phones: string[] | null } {
  if (phone === null) return { phone_norm: null, other_phones: null };
  const [first = null, ...others] = phoneForms(phone, country);
  return { phone_norm: first, other_phones: others };
}
