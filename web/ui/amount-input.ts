import { DEFAULT_CURRENCY, formatMoney } from '#shared/money.ts';

/** How an input shows an amount of money: its sign before it, grouped as amounts of this currency are. */
export function amountInput(currency = DEFAULT_CURRENCY) {
  return {
    // `₹`, `$`, `€` or `£`.
    leftSection: formatMoney(0, currency).replace(/[\d\s.,]+/g, ''),
    thousandSeparator: ',',
    thousandsGroupStyle: currency === DEFAULT_CURRENCY ? 'lakh' : 'thousand',
  } as const;
}
