import { DEFAULT_CURRENCY, formatMoney } from '#shared/values/money.ts';
import { inNumbers } from '#shared/values/numbers.ts';
import type { Measure } from '#shared/activities/targets.ts';

/** The measures of a target, in the order of the screens. `currency` marks amounts of money. */
export const MEASURES: readonly {
  measure: Measure;
  title: string;
  currency?: string;
  say: (amount: number) => string;
}[] = [
  { measure: 'calls', title: 'Calls', say: inNumbers },
  { measure: 'converted', title: 'Won', say: inNumbers },
  {
    measure: 'converted_value',
    title: 'Value',
    currency: DEFAULT_CURRENCY,
    say: (amount) => formatMoney(amount),
  },
];
