import { RULE_DAYS } from '#shared/company/distribution.ts';
import { CheckBox } from '#web/ui/fields/CheckBox.tsx';
import classes from '#web/ui/fields/Form.module.css';

type Props = { days: readonly number[]; onChange: (days: number[]) => void };

/** The days of a week, some of them chosen; Monday is 1. */
export function WeekDays({ days, onChange }: Props) {
  return (
    <div className={classes.checks}>
      {RULE_DAYS.map((name, index) => (
        <label key={name} className={classes.check}>
          <CheckBox
            checked={days.includes(index + 1)}
            onChange={(event) => {
              const others = days.filter((day) => day !== index + 1);
              const chosen = event.currentTarget.checked ? [...others, index + 1] : others;
              onChange(chosen.toSorted((one, other) => one - other));
            }}
          />
          {name}
        </label>
      ))}
    </div>
  );
}
