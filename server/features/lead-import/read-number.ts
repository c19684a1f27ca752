import { asciiDigits } from '#server/phone.ts';

/** Rupees alone: an amount in another currency must not become one in rupees. */
const RUPEES = /^(?:₹|rs\.?|inr)\s*|\s*(?:₹|rs\.?|inr|\/-)$/giu;
const PLAIN = /^[+-]?(?:\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.\d+)?$/;

/** A number with Indian or Western grouping and an optional rupee sign; undefined for anything else ("2 lakh", "1k"). */
export function readNumber(cell: string): number | undefined {
  const text = asciiDigits(cell)
    .replaceAll(/[\s\u00a0\u202f]+/g, ' ')
    .trim();
  const bare = text.replaceAll(RUPEES, '').replaceAll(RUPEES, '').trim();
  if (!PLAIN.test(bare)) return undefined;
  return Number(bare.replaceAll(',', ''));
}

const YES = new Set(['yes', 'y', 'true', 't', '1', 'on', 'x', '✓', 'हाँ']);
const NO = new Set(['no', 'n', 'false', 'f', '0', 'off', 'नहीं']);

export function readBoolean(cell: string): boolean | undefined {
  const folded = cell.toLowerCase();
  if (YES.has(folded)) return true;
  return NO.has(folded) ? false : undefined;
}
