/** Lead values are in rupees; products name their currency. */
export const DEFAULT_CURRENCY = 'INR';

const formats = new Map<string, Intl.NumberFormat>();

/** `₹1,50,000`: Indian grouping, with decimals only when there are any. '-' when missing. */
export function formatMoney(amount: number | null | undefined, currency: string = DEFAULT_CURRENCY): string {
  if (amount === null || amount === undefined || !Number.isFinite(amount)) return '-';
  const digits = Number.isInteger(amount) ? 0 : 2;
  const key = `${currency} ${digits}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat('en-IN', {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    formats.set(key, format);
  }
  return format.format(amount);
}

const CRORE = 10_000_000;

/**
 * `₹6.69 Cr` from one crore up, for tight places that show the full amount elsewhere. Smaller amounts are
 * written in full.
 */
export function shortMoney(amount: number | null | undefined, currency: string = DEFAULT_CURRENCY): string {
  if (amount === null || amount === undefined || Math.abs(amount) < CRORE)
    return formatMoney(amount, currency);
  const crores = Math.round((amount / CRORE) * 100) / 100;
  return `${formatMoney(crores, currency)}\u00a0Cr`;
}
