import { plainNumber } from '#shared/values/numbers.ts';

const PLAIN = /^-?\d+(?:\.\d+)?$/;
const CENTS = /^-?\d+(?:\.\d{1,2})?$/;

/** The plain digits of an amount of money: `150000.5` for `₹ 1,50,000.5`. Undefined for a third decimal. */
export function readAmount(text: string): string | undefined {
  const plain = plainNumber(text);
  return plain !== undefined && CENTS.test(plain) ? plain : undefined;
}

/** Returns the number in an input; NaN for any other text, which stays in the input as typed. */
export function numberOf(text: string): number {
  return PLAIN.test(text.trim()) ? Number(text) : Number.NaN;
}

/** Returns the amount in an input; NaN for any other text. */
export function amountOf(text: string): number {
  return CENTS.test(text.trim()) ? Number(text) : Number.NaN;
}

/** `1,50,000.5` for `150000.5`: grouped, with all the digits as typed. */
export function grouped(plain: string, locale: string): string {
  const [whole = '', decimals] = plain.split('.');
  const sign = whole.startsWith('-') ? '-' : '';
  const groups = new Intl.NumberFormat(locale).format(BigInt(whole.replace('-', '')));
  return sign + groups + (decimals === undefined ? '' : `.${decimals}`);
}
