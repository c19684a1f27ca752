import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import classes from '#web/features/reports/Reports.module.css';
import type { Column } from '#web/features/reports/figure-columns.ts';
import table from '#web/ui/lists/Table.module.css';

type Props<Figures> = { column: Column<Figures>; now: Figures; before: Figures };

/**
 * The change of a figure from the previous period, if it belongs to a period: an arrow, the difference, and
 * both in words for screen readers.
 */
export function Change<Figures>({ column, now, before }: Props<Figures>) {
  const { of, text, short = text, differenceText = short, better } = column;
  if (column.isNow) return null;
  const [is, was] = [of(now), of(before)];
  if (is === null || was === null) return <span className={classes.change}>-</span>;
  const difference = is - was;
  const size = differenceText(Math.abs(difference));
  if (difference === 0 || size === differenceText(0)) return <span className={classes.change}>same</span>;
  const isMore = difference > 0;
  const Arrow = isMore ? ArrowUp : ArrowDown;
  const isGood = better && (better === 'more') === isMore;
  return (
    <span className={classes.change} data-good={isGood} title={`${short(was)} in the period before`}>
      <Arrow size={12} aria-hidden="true" />
      {size}
      <span className={table.caption}> {isMore ? 'more' : 'less'} than in the period before</span>
    </span>
  );
}
