import { Input } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { isDayOrEmpty } from '#web/lib/forms/typed-date.ts';
import { isRange } from '#web/lib/day-range.ts';
import type { Days } from '#web/lib/day-range.ts';
import classes from './DayRange.module.css';
import { DayInput } from './DayInput.tsx';

const WRONG = 'From date cannot be after To date';

const addressOf = ({ from_date, to_date }: Days) => `${from_date} ${to_date}`;

type Props = {
  days: Days;
  onChange: (days: Days) => void;
  onWrong?: ((isWrong: boolean) => void) | undefined;
  /** For a toolbar: small, with the labels inside. */
  isCompact?: boolean;
  /** The title of the days, shown above both inputs. */
  legend?: string;
  /** Another input of the same days. */
  children?: ReactNode;
};

const [FROM, TO] = ['From date', 'To date'];

/**
 * From and To, both included. An unreadable range, or one that ends before it begins, shows a message and
 * changes nothing.
 */
export function DayRange(props: Props) {
  const { onChange, onWrong, isCompact = false, legend, children } = props;
  const { from_date, to_date } = props.days;
  const seen = addressOf({ from_date, to_date });
  const [typed, setTyped] = useState({ from_date, to_date, seen, asked: seen });
  // Reset and a removed chip change the address from outside, and the inputs follow. Their own changes may
  // come back when more has already been typed.
  if (typed.seen !== seen)
    setTyped(typed.asked === seen ? { ...typed, seen } : { from_date, to_date, seen, asked: seen });

  const areDays = isDayOrEmpty(typed.from_date) && isDayOrEmpty(typed.to_date);
  const isWrong = areDays && !isRange(typed.from_date, typed.to_date);
  const change = (part: Partial<Days>) => {
    const days = { from_date: typed.from_date, to_date: typed.to_date, ...part };
    const isGood =
      isDayOrEmpty(days.from_date) && isDayOrEmpty(days.to_date) && isRange(days.from_date, days.to_date);
    setTyped({ ...days, seen, asked: isGood ? addressOf(days) : typed.asked });
    onWrong?.(!isGood);
    if (isGood) onChange(days);
  };
  const inputs = (
    <div className={isCompact ? classes.compact : classes.days}>
      {children && <div className={classes.wide}>{children}</div>}
      <DayInput
        label={FROM}
        value={typed.from_date}
        onChange={(day) => change({ from_date: day })}
        isLabelHidden={isCompact}
      />
      <DayInput
        label={TO}
        value={typed.to_date}
        onChange={(day) => change({ to_date: day })}
        error={isWrong && (isCompact || WRONG)}
        isLabelHidden={isCompact}
      />
      {isWrong && isCompact && (
        <p className={classes.wrong} role="alert">
          {WRONG}
        </p>
      )}
    </div>
  );
  if (!legend) return inputs;
  return (
    <Input.Wrapper label={legend} labelElement="div" role="group" aria-label={legend}>
      {inputs}
    </Input.Wrapper>
  );
}
