import { Link } from 'react-router';
import { Change } from '#web/features/reports/Change.tsx';
import classes from '#web/features/reports/Reports.module.css';
import type { Column } from '#web/features/reports/people-columns.ts';

type Props<Figures> = {
  column: Column<Figures>;
  /** Unless the column's. */
  title?: string | undefined;
  now: Figures;
  before: Figures;
  to?: string | undefined;
};

/** One figure of the whole report, its change since the period before, and the list with its leads. */
export function FigureCard<Figures>({ column, title = column.title, now, before, to }: Props<Figures>) {
  const value = column.of(now);
  const text = value === null ? '-' : (column.short ?? column.text)(value);
  return (
    <article className={classes.card}>
      <h2 className={classes.quiet}>{title}</h2>
      <p className={classes.value}>
        {to === undefined ? (
          text
        ) : (
          <Link className={classes.link} to={to} aria-label={`${title}: ${text}`}>
            {text}
          </Link>
        )}
      </p>
      <Change column={column} now={now} before={before} />
    </article>
  );
}
