import { inNumbers } from '#shared/values/numbers.ts';
import classes from './Counts.module.css';

type Props = { inserted: number; updated: number; skipped: number; failed: number; isDone?: boolean };

/** The four outcomes of rows. They add up to the rows of the file. */
export function Counts({ inserted, updated, skipped, failed, isDone = false }: Props) {
  const counts = [
    { label: isDone ? 'Created' : 'Will be created', value: inserted, tone: 'green' },
    { label: isDone ? 'Updated' : 'Will be updated', value: updated, tone: 'blue' },
    { label: isDone ? 'Skipped' : 'Will be skipped', value: skipped, tone: 'neutral' },
    { label: isDone ? 'Refused' : 'Will be refused', value: failed, tone: 'red' },
  ];
  return (
    <dl className={classes.counts}>
      {counts.map(({ label, value, tone }) => (
        <div key={label} data-tone={value > 0 ? tone : undefined}>
          <dt>{label}</dt>
          <dd>{inNumbers(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
