import { plainNumber } from '#shared/numbers.ts';

/** A number as people write it; undefined for anything else ("2 lakh", "1k"). */
export function readNumber(cell: string): number | undefined {
  const plain = plainNumber(cell);
  return plain === undefined ? undefined : Number(plain);
}

const YES = new Set(['yes', 'y', 'true', 't', '1', 'on', 'x', '✓', 'हाँ']);
const NO = new Set(['no', 'n', 'false', 'f', '0', 'off', 'नहीं']);

export function readBoolean(cell: string): boolean | undefined {
  const folded = cell.toLowerCase();
  if (YES.has(folded)) return true;
  return NO.has(folded) ? false : undefined;
}
