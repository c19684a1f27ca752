import { getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { CountryCode } from 'libphonenumber-js/min';
import { callable, indianMobiles, numberAsTyped } from '#web/leads/phone-numbers.ts';
import type { PhoneNumber } from '#web/leads/phone-numbers.ts';

/** The numbers of a phone field by the rules of every country; the library makes this a part that is loaded when needed. */
export function readPhones(phone: string, country: string): PhoneNumber[] {
  return callable(phone).flatMap((text) => {
    const known = knownNumber(text, country as CountryCode);
    if (!known) return withCountry(numberAsTyped(text), country as CountryCode);
    const { number, ext } = known;
    const mobile = !ext && indianMobiles(number, country);
    if (mobile) return mobile;
    return {
      words: known.country === country ? known.formatNational() : known.formatInternational(),
      dial: number + (ext ? `;ext=${ext}` : ''),
      chat: number.slice(1),
    };
  });
}

function knownNumber(text: string, country: CountryCode) {
  const number = parsePhoneNumberFromString(text, country);
  if (number?.isValid()) return number;
  // The country's digits without a plus: 091-98765-43210.
  const digits = text.replaceAll(/\D/g, '').replace(/^0+/, '');
  const whole = text.trim().startsWith('+') ? undefined : parsePhoneNumberFromString(`+${digits}`);
  return whole?.isValid() && whole.country === country ? whole : undefined;
}

/** A number of no known form still belongs to the client's country, unless the number names another. */
function withCountry(number: PhoneNumber, country: CountryCode): PhoneNumber {
  if (number.chat) return number;
  const digits = number.dial.replace(/;.*/, '').replace(/^0+/, '');
  return { ...number, chat: getCountryCallingCode(country) + digits };
}
