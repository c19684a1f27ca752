import { phoneParts } from '#shared/values/phone-numbers.ts';

/** A lead's number, for display and for other programs. */
export type PhoneNumber = {
  /** In the national format of the client's country; otherwise international, or as typed. */
  words: string;
  /** The digits for the dialler, with `;ext=` if there is an extension. */
  dial: string;
  /**
   * Digits starting with the country code, as WhatsApp needs them; undefined while the country is unknown.
   */
  chat: string | undefined;
};

const INDIA = 'IN';
const INDIAN_MOBILE = /^(?:(?:\+|00|0)?91|0)?([6-9]\d{4})(\d{5})$/;

/** As mobile numbers are written: in one piece or in halves. Landlines have their area code in front: 080-2657 1234. */
const MOBILE_STYLE = /(?:^|\D|91)[6-9]\d{4}[\s.-]*\d{5}$/;

/**
 * An Indian mobile number of a client in India: most fields hold one, and reading it needs no library. Only
 * mobile numbers begin with 9; others can be an area code, which the library knows.
 */
export function indianMobile(phone: string, country: string): PhoneNumber | undefined {
  const [match, first = '', last = ''] =
    (country === INDIA && INDIAN_MOBILE.exec(phone.replaceAll(/[\s().-]/g, ''))) || [];
  return match && (first.startsWith('9') || MOBILE_STYLE.test(phone.trim()))
    ? { words: `${first} ${last}`, dial: `+91${first}${last}`, chat: `91${first}${last}` }
    : undefined;
}

/** The first number of a field while the library loads: as typed, without an extension. */
export function firstNumber(phone: string): PhoneNumber[] {
  const [dial = ''] = /\+?\d[\d\s().-]{2,}/.exec(phoneParts(phone).join(' / ')) ?? [];
  return dial ? [{ words: phone, dial: dial.replaceAll(/[^\d+]/g, ''), chat: undefined }] : [];
}
