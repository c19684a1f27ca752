import { looksLikePhone, phoneParts } from '#shared/phone-numbers.ts';

/** A number of a lead, as it is shown and as other programs take it. */
export type PhoneNumber = {
  /** In the national form of the client's country; otherwise international, or as typed. */
  words: string;
  /** The digits of a dialler's address, with `;ext=` where there is an extension. */
  dial: string;
  /** With the country's digits first, as WhatsApp wants them; undefined while the country is not known. */
  chat: string | undefined;
};

const INDIA = 'IN';
const INDIAN_MOBILE = /^(?:(?:\+|00|0)?91|0)?([6-9]\d{4})(\d{5})$/;
const EXTENSION = /[\s,;]*(?:ext(?:ension|n)?|extn|x|#)[\s.:]*(\d{1,7})\D*$/i;

/** The texts of a phone field that can be called; the second and later ones are whole numbers, never the last digits of one. */
export function callable(phone: string): string[] {
  const texts = phoneParts(phone)
    .map((part) => part.trim())
    .filter(looksLikePhone);
  return texts.filter((text, index) => index === 0 || text.replaceAll(/\D/g, '').length >= 6);
}

/** The numbers of a field whose every number is an Indian mobile of a client in India; most are, and need no library. */
export function indianMobiles(phone: string, country: string): PhoneNumber[] | undefined {
  if (country !== INDIA) return undefined;
  const numbers = callable(phone).map((text) => INDIAN_MOBILE.exec(text.replaceAll(/[\s().-]/g, '')));
  if (!numbers.every((match) => match !== null)) return undefined;
  return numbers.map(([, first, last]) => ({
    words: `${first} ${last}`,
    dial: `+91${first}${last}`,
    chat: `91${first}${last}`,
  }));
}

/** A number that the library does not know, or not yet: dialled as typed. */
export function numberAsTyped(text: string): PhoneNumber {
  const extension = EXTENSION.exec(text);
  const number = extension ? text.slice(0, extension.index) : text;
  const dial = number.replaceAll(/\(0\)(?=.*\d)|[^\d+]/g, '').replaceAll(/(?!^)\+/g, '');
  const abroad = /^(?:\+|00)(\d+)$/.exec(dial)?.[1];
  return { words: text, dial: dial + (extension ? `;ext=${extension[1]}` : ''), chat: abroad };
}
