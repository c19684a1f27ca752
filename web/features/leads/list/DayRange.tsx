import { useState } from 'react';
import classes from '#web/features/leads/list/FiltersDrawer.module.css';
import { isRange } from '#web/features/leads/list/list-state.ts';
import type { ListState } from '#web/features/leads/list/list-state.ts';
import { DayInput } from '#web/ui/DayInput.tsx';

type Days = Pick<ListState, 'from_date' | 'to_date'>;

type Props = {
  state: ListState;
  onChange: (days: Days) => void;
  onWrong?: ((range: string, isWrong: boolean) => void) | undefined;
};

/** From and To, both included; the wrong way round they say so and change nothing. */
export function DayRange({ state, onChange, onWrong }: Props) {
  const { from_date, to_date } = state;
  const [typed, setTyped] = useState<Days & { seen: string }>({ from_date, to_date, seen: '' });
  const seen = `${from_date} ${to_date}`;
  // Reset and a removed chip change the address from outside: the fields follow.
  if (typed.seen !== seen) setTyped({ from_date, to_date, seen });

  const isWrong = !isRange(typed.from_date, typed.to_date);
  const change = (part: Partial<Days>) => {
    const days = { from_date: typed.from_date, to_date: typed.to_date, ...part };
    setTyped({ ...days, seen });
    const isGood = isRange(days.from_date, days.to_date);
    onWrong?.('days', !isGood);
    if (isGood) onChange(days);
  };
  return (
    <div className={classes.days}>
      <DayInput label="From date" value={typed.from_date} onChange={(day) => change({ from_date: day })} />
      <DayInput
        label="To date"
        value={typed.to_date}
        onChange={(day) => change({ to_date: day })}
        error={isWrong ? 'From date cannot be after To date' : undefined}
      />
    </div>
  );
}
