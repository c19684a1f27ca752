import { DEFAULT_CURRENCY, formatMoney } from '#shared/money.ts';

/** Props of an input for money: the currency's sign before the amount, which is grouped as usual in this currency. */
export function amountInput(currency = DEFAULT_CURRENCY) {
  return {
    // `₹`, `$`, `€` or `£`.
    leftSection: formatMoney(0, currency).replace(/[\d\s.,]+/g, ''),
    thousandSeparator: ',',
    thousandsGroupStyle: currency === DEFAULT_CURRENCY ? 'lakh' : 'thousand',
  } as const;
}
