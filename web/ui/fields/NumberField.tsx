import { TextInput } from '@mantine/core';
import type { TextInputProps } from '@mantine/core';
import { DEFAULT_CURRENCY, formatMoney } from '#shared/values/money.ts';
import { plainNumber } from '#shared/values/numbers.ts';
import { amountOf, grouped, numberOf, readAmount } from '#web/lib/forms/typed-number.ts';
import { useTypedValue } from './useTypedValue.ts';
import type { Typing } from './useTypedValue.ts';

const NUMBER: Typing = {
  read: plainNumber,
  show: (value) => (Number.isNaN(numberOf(value)) ? undefined : value),
  unreadable: 'Enter a number.',
};

const amount = (locale: string): Typing => ({
  read: readAmount,
  show: (value) => (Number.isNaN(amountOf(value)) ? undefined : grouped(value, locale)),
  unreadable: `This is not an amount. Write it as ${grouped('150000.50', locale)}.`,
});
const RUPEES = amount('en-IN');
const OTHER_MONEY = amount('en-US');

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'onKeyDown'> & {
  /**
   * Plain digits, or '' when empty. A text that isn't a number stays as typed. Read with `numberOf` or
   * `amountOf`.
   */
  value: string;
  onChange: (value: string) => void;
  /** Set for money: the sign precedes the amount, which is grouped as usual for this currency. */
  currency?: string | undefined;
  /** Called on blur and on Enter. */
  onDone?: () => void;
};

/** A number or an amount, typed in any usual way. An invalid one shows a message and is never changed. */
export function NumberField({ value, onChange, currency, onDone, error, ...rest }: Props) {
  const typing = currency === undefined ? NUMBER : currency === DEFAULT_CURRENCY ? RUPEES : OTHER_MONEY;
  const { input, error: shown } = useTypedValue(typing, { value, onChange, error });
  return (
    <TextInput
      inputMode="decimal"
      // `₹`, `$`, `€` or `£`.
      leftSection={currency && formatMoney(0, currency).replace(/[\d\s.,]+/g, '')}
      {...rest}
      {...input}
      error={shown}
      onBlur={() => {
        input.onBlur();
        onDone?.();
      }}
      onKeyDown={(event) => {
        input.onKeyDown(event);
        if (event.key === 'Enter') onDone?.();
      }}
    />
  );
}
