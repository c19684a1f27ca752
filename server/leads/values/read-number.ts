import { asciiDigits, plainNumber } from '#shared/values/numbers.ts';

/** A number as people write it; undefined for anything else ("2 lakh", "1k"). */
export function readNumber(cell: string): number | undefined {
  const plain = plainNumber(cell);
  return plain === undefined ? undefined : Number(plain);
}

/**
 * An amount in rupees. `isExact` is false if the text contains more than the number: a range, whose lower end
 * is taken, "about", or parts of a paisa.
 */
export type Amount = { value: number; isExact: boolean };

const UNITS: [words: RegExp, times: number][] = [
  [/^(?:k|thousand|thou|हज़ार|हजार)$/u, 1e3],
  [/^(?:l|lk|lacs?|lakhs?|लाख)$/u, 1e5],
  [/^(?:mn|million)$/u, 1e6],
  [/^(?:crs?|crores?|करोड़|करोड)$/u, 1e7],
];
const MOST_CHARS = 60;
/** Nobody writes this much before a unit: "50,00,000 L" is a slip. */
const MOST_BEFORE_UNIT = 100_000;
const ABOUT =
  /^(?:approx(?:imately)?\.?|about|around|nearly|up ?to|under|below|less than|max\.?|above|over|more than|min\.?|from|starting(?: at| from)?|~|<|>)(?![\p{L}\p{M}])/u;
const OR_SO = /(?:\+|onwards|approx\.?|max\.?|or more|or less)$/u;
const CURRENCY = /₹|(?<!\p{L})(?:rs\.?|inr|rupees)(?!\p{L})|\/-/giu;
const BETWEEN_ENDS = / (?:to|-|–|—) |(?<=[\d\p{L}]) ?[-–—] ?(?=\d)/u;

/**
 * The amount in a text, in lakh, crore or thousand, with the separators of any country, or as a range.
 * Undefined if it is not an amount in rupees, and for "1.500", which is 1,500 in some countries and 1.5 in
 * others.
 */
export function readAmount(cell: string): Amount | undefined {
  if (cell.length > MOST_CHARS) return undefined;
  const text = asciiDigits(cell)
    .normalize('NFC')
    .replaceAll(/[\s\u00a0\u202f]+/g, ' ')
    .replaceAll('\u2212', '-')
    .toLowerCase()
    .trim();
  const bare = text.replace(ABOUT, '').replace(OR_SO, '').trim();
  const ends = bare.replaceAll(CURRENCY, '').trim().split(BETWEEN_ENDS);
  if (ends.length > 2) return undefined;
  const [low = '', high] = ends.map((end) => end.trim());
  const upper = high === undefined ? undefined : amountOf(high);
  if (high !== undefined && upper === undefined) return undefined;
  // "5 - 7 lakh" names the unit once.
  const lower = amountOf(low, upper?.times);
  if (lower === undefined || (upper && upper.value < lower.value)) return undefined;
  const isExact = bare === text && upper === undefined && lower.isWhole;
  return { value: lower.value, isExact };
}

/**
 * One amount, rounded to a paisa, with its unit or else with the unit of the range's end. Calculating leaves
 * errors behind the ninth digit, which are no part of what was written.
 */
function amountOf(
  text: string,
  timesBehind = 1,
): { value: number; isWhole: boolean; times: number } | undefined {
  const [, sign, digits = '', unit = ''] =
    /^(-?)([\d.,'’ ]*\d)\s*(\p{L}[\p{L}\p{M}]*)?\.?$/u.exec(text) ?? [];
  const times = unit === '' ? timesBehind : UNITS.find(([words]) => words.test(unit))?.[1];
  const number = times === undefined ? undefined : decimalOf(digits, times > 1);
  if (times === undefined || number === undefined) return undefined;
  if (times > 1 && number >= MOST_BEFORE_UNIT) return undefined;
  const paise = Number(`${sign}${number}`) * times * 100;
  const rounded = Math.round(paise);
  return {
    value: rounded / 100,
    isWhole: Math.abs(paise - rounded) <= 1e-9 * Math.max(1, Math.abs(paise)),
    times,
  };
}

const INDIAN_OR_WESTERN = /^(?:\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.\d+)?$/;
const BY_POINTS = /^\d{1,3}(?:\.\d{2,3})*\.\d{3},\d{1,2}$|^\d{1,3}(?:\.\d{2,3})+\.\d{3}$/;
const BY_BLANKS = /^\d{1,3}(?:[ '’]\d{2,3})*[ '’]\d{3}(?:[.,]\d{1,2})?$/;
/** Three digits after the only point: thousands in some countries, decimals in others. */
const EITHER = /^[1-9]\d{0,2}\.\d{3}$/;

/** The number in these digits and separators; undefined if they could be two different numbers. */
function decimalOf(digits: string, hasUnit: boolean): number | undefined {
  if (EITHER.test(digits) && !hasUnit) return undefined;
  if (INDIAN_OR_WESTERN.test(digits)) return Number(digits.replaceAll(',', ''));
  if (BY_POINTS.test(digits)) return Number(digits.replaceAll('.', '').replace(',', '.'));
  if (BY_BLANKS.test(digits)) return Number(digits.replaceAll(/[ '’]/g, '').replace(',', '.'));
  return undefined;
}

/** Words and signs for ticked and empty boxes in files, forms and portals, in English and Hindi. */
const YES = new Set(
  'yes,y,true,t,1,on,x,checked,ticked,selected,agree,agreed,accepted,ok,okay,sure,✓,✔,✅,☑,☒,हाँ,हां,हा,जी हाँ,ha,haa,han,haan'.split(
    ',',
  ),
);
const NO = new Set(
  'no,n,false,f,0,off,unchecked,unticked,not checked,not selected,disagree,declined,✗,✘,❌,☐,नहीं,नही,ना,nahi,nahin,nope'.split(
    ',',
  ),
);

export function readBoolean(cell: string): boolean | undefined {
  const folded = cell.normalize('NFC').replaceAll('\ufe0f', '').trim().toLowerCase();
  if (YES.has(folded)) return true;
  return NO.has(folded) ? false : undefined;
}
