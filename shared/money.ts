/** Leads carry rupees; products name their currency. */
export const DEFAULT_CURRENCY = 'INR';

const formats = new Map<string, Intl.NumberFormat>();

/** `₹1,50,000` – Indian grouping, with decimals only where there are some. '-' when missing. */
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
