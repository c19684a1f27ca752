import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { CountryCode } from 'libphonenumber-js/min';

/** Digits of Indian scripts, Arabic and full width as ASCII ones. */
export function asciiDigits(text: string): string {
  if (!/[^\u0000-\u00ff]/.test(text)) return text; // oxlint-disable-line no-control-regex -- Latin text has none
  return text.replaceAll(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    if (code >= 0x966 && code <= 0xdef) return String((code - 0x966) % 0x80);
    if (code >= 0x660 && code <= 0x669) return String(code - 0x660);
    if (code >= 0x6f0 && code <= 0x6f9) return String(code - 0x6f0);
    if (code >= 0xff10 && code <= 0xff19) return String(code - 0xff10);
    return digit;
  });
}

/** A phone cell as it is shown: without the marks that some exports put before a number, or `.0` behind it. */
export function phoneText(cell: string): string {
  return cell.replace(/^(?:p|tel|phone|mobile|mob)\s*:\s*(?=[+\d(])/i, '').replace(/^(\+?\d{5,})\.0+$/, '$1');
}

/** 9.87654E+09: a spreadsheet has kept the first digits alone. */
export function isRounded(cell: string): boolean {
  return /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i.test(cell);
}

/** Six digits at least, or a short number without words: TRUE and "call after 6" are no numbers to call. */
export function looksLikePhone(cell: string): boolean {
  const digits = asciiDigits(cell).replaceAll(/\D/g, '').length;
  return digits >= 6 || (digits >= 3 && !/\p{L}/u.test(cell));
}

/** What most rows hold; the library says the same of every such number, in ten times the time. */
const INDIAN_MOBILE = /^(?:\+?91|0)?([6-9]\d{9})$/;

/**
 * The form under which two spellings of one number meet: E.164 where it is a number of its country, else its digits
 * without leading zeros; '' when there are fewer than six. Of several numbers the first counts.
 */
export function phoneNorm(phone: string, country: string): string {
  const first = asciiDigits(phone).split(/[/,;|\n]|\bor\b/i, 1)[0] ?? '';
  const mobile = country === 'IN' && INDIAN_MOBILE.exec(first.replaceAll(/[\s().-]/g, ''))?.[1];
  if (mobile) return `+91${mobile}`;
  const parsed = parsePhoneNumberFromString(first, country as CountryCode);
  if (parsed?.isValid()) return parsed.number;
  const digits = first.replaceAll(/\D/g, '').replace(/^0+/, '');
  return digits.length >= 6 ? digits.slice(0, 40) : '';
}
