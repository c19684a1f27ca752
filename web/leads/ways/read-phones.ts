import { getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { CountryCode, PhoneNumber as LibraryNumber } from 'libphonenumber-js/min';
import { EXTENSION, looksLikePhone, phoneParts } from '#shared/values/phone-numbers.ts';
import { indianMobile } from './phone-numbers.ts';
import type { PhoneNumber } from './phone-numbers.ts';

/**
 * The numbers of a phone field, by the rules of every country. The library is large, so this module loads on
 * demand.
 */
export function readPhones(phone: string, country: string): PhoneNumber[] {
  return callable(phone).map((text) => {
    const known = knownNumber(text, country as CountryCode);
    if (!known) return withCountry(numberAsTyped(text), country as CountryCode);
    const { number, ext } = known;
    return (
      indianMobile(text, country) ?? {
        words: known.country === country ? nationalFormat(known) : known.formatInternational(),
        dial: number + (ext ? `;ext=${ext}` : ''),
        chat: number.slice(1),
      }
    );
  });
}

/** The national format, for Indian mobile numbers without the zero, which nobody dials any more. */
const nationalFormat = (number: LibraryNumber): string =>
  number.country === 'IN'
    ? number.formatNational().replace(/^0(\d{5} \d{5})(?!\d)/, '$1')
    : number.formatNational();

/**
 * The texts of a field that can be called. After the first, only whole numbers count, not alternative last
 * digits.
 */
function callable(phone: string): string[] {
  const texts = phoneParts(phone).filter(looksLikePhone);
  return texts.filter((text, index) => index === 0 || text.replaceAll(/\D/g, '').length >= 6);
}

function knownNumber(text: string, country: CountryCode) {
  const number = parsePhoneNumberFromString(text, country);
  if (number?.isValid()) return number;
  // A country code without a plus: 091-98765-43210.
  const digits = text.replaceAll(/\D/g, '').replace(/^0+/, '');
  const whole = text.trim().startsWith('+') ? undefined : parsePhoneNumberFromString(`+${digits}`);
  return whole?.isValid() && whole.country === country ? whole : undefined;
}

/** A number that the library doesn't know is dialled as typed. */
function numberAsTyped(text: string): PhoneNumber {
  const extension = EXTENSION.exec(text);
  const number = extension ? text.slice(0, extension.index) : text;
  const dial = number.replaceAll(/\(0\)(?=.*\d)|[^\d+]/g, '').replaceAll(/(?!^)\+/g, '');
  const abroad = /^(?:\+|00)(\d+)$/.exec(dial)?.[1];
  return { words: text, dial: dial + (extension ? `;ext=${extension[1]}` : ''), chat: abroad };
}

/** A number in an unknown format belongs to the client's country, unless it names another. */
function withCountry(number: PhoneNumber, country: CountryCode): PhoneNumber {
  if (number.chat) return number;
  const digits = number.dial.replace(/;.*/, '').replace(/^0+/, '');
  return { ...number, chat: getCountryCallingCode(country) + digits };
}
