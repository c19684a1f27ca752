import classes from '#web/features/leads/list/FiltersDrawer.module.css';
import type { ListState } from '#web/features/leads/list/list-state.ts';
import type { ChangeList } from '#web/features/leads/list/useListState.ts';
import { DayInput } from '#web/ui/DayInput.tsx';

/** From and To, both included; says so when they are the wrong way round. */
export function DayRange({ state, onChange }: { state: ListState; onChange: ChangeList }) {
  const { from_date: from, to_date: to } = state;
  const isWrongWayRound = from !== '' && to !== '' && from > to;
  return (
    <div className={classes.days}>
      <DayInput label="From date" value={from} onChange={(day) => onChange({ from_date: day })} />
      <DayInput
        label="To date"
        value={to}
        onChange={(day) => onChange({ to_date: day })}
        error={isWrongWayRound ? 'From date cannot be after To date' : undefined}
      />
    </div>
  );
}
