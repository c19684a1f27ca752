import type { Days } from '#shared/values/months.ts';
import { Change } from '#web/features/reports/Change.tsx';
import { FigureLink } from '#web/features/reports/FigureLink.tsx';
import classes from '#web/features/reports/Reports.module.css';
import { figureText } from '#web/features/reports/figure-columns.ts';
import type { Column } from '#web/features/reports/figure-columns.ts';
import { daysText } from '#web/features/reports/report-links.ts';

type Props<Figures> = {
  column: Column<Figures>;
  /** Defaults to the column's. */
  title?: string | undefined;
  now: Figures;
  before: Figures;
  /** The days of the period before. */
  than: Days;
  to?: string | undefined;
};

/**
 * One figure of the whole report, its change since the period before, and a link to the list with its leads.
 */
export function FigureCard<Figures>({ column, title = column.title, now, before, than, to }: Props<Figures>) {
  const text = figureText(column, column.of(now), true);
  return (
    <article className={classes.card}>
      <h2 className={classes.quiet}>{title}</h2>
      <p className={classes.value}>
        <FigureLink text={text} to={to} label={`${title}: ${text}`} />
      </p>
      <p className={classes.than}>
        <Change column={column} now={now} before={before} /> vs {daysText(than)}
      </p>
    </article>
  );
}
