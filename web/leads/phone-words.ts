import type { CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';

const INDIA = 'IN';
/** Most numbers of the product's users, which are written the same way without the library. */
const INDIAN_MOBILE = /^(?:\+?91|0)?([6-9]\d{4})(\d{5})$/;

/**
 * An Indian mobile number as Indians write it, `98765 43210`, for a client in India; undefined for every other number, which
 * takes the library.
 */
export function indianMobile(phone: string, country: string): string | undefined {
  const match = country === INDIA ? INDIAN_MOBILE.exec(phone.replaceAll(/[\s().-]/g, '')) : null;
  return match ? `${match[1]} ${match[2]}` : undefined;
}

/**
 * A number in the national format of the client's country, in the international one when it belongs to another country,
 * and as it was typed when it is no number (behaviour: numbers on the screen).
 */
export function phoneWords(phone: string, country: string, parse: typeof parsePhoneNumberFromString): string {
  const number = parse(phone, country as CountryCode);
  if (!number?.isValid() || number.ext) return phone;
  return number.country === country ? number.formatNational() : number.formatInternational();
}
