import { Link } from 'react-router';
import { inNumbers, inPercent } from '#shared/values/numbers.ts';
import type { Tone } from '#web/ui/Badge.tsx';
import classes from '#web/ui/BarRows.module.css';
import table from '#web/ui/lists/Table.module.css';

export type Bar = {
  key: string;
  label: string;
  value: number;
  /** The value as text, if it is more than a number. */
  text?: string | undefined;
  /** The list with exactly these rows; absent when no filter selects them. */
  to?: string | undefined;
  tone?: Tone;
  /** Text after the count: a share. */
  note?: string;
  /** Several small values together, with a paler bar because it is not a single value. */
  isRest?: true;
};

type Props = {
  /** The table's name for screen readers. */
  caption: string;
  /** The heading of the labels. */
  heading: string;
  bars: readonly Bar[];
  /** The heading of the values. */
  measure?: string;
};

/**
 * Horizontal bars scaled to the largest, as a table, so that people who cannot see the bars get the same
 * numbers.
 */
export function BarRows({ caption, heading, bars, measure = 'Leads' }: Props) {
  const largest = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <table className={classes.bars}>
      <caption className={table.caption}>{caption}</caption>
      <colgroup>
        <col className={classes.labels} />
        <col />
      </colgroup>
      <thead className={table.caption}>
        <tr>
          <th scope="col">{heading}</th>
          <th scope="col">{measure}</th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ key, label, value, text = inNumbers(value), to, tone, note, isRest }) => (
          <tr key={key} data-linked={to !== undefined || undefined}>
            <th scope="row" title={label}>
              {label}
            </th>
            <td>
              <span className={classes.measure}>
                <span className={classes.track} aria-hidden="true" data-drawn>
                  <span
                    className={classes.bar}
                    data-empty={value === 0 || undefined}
                    data-rest={isRest}
                    style={{
                      width: `${(value / largest) * 100}%`,
                      ...(tone && { '--tone': `var(--lms-${tone}-dot)` }),
                    }}
                  />
                </span>
                <span className={classes.count}>
                  {to === undefined ? (
                    text
                  ) : (
                    <Link to={to} aria-label={`${text} ${measure.toLowerCase()}: ${label}`}>
                      {text}
                    </Link>
                  )}
                </span>
                {note !== undefined && <span className={classes.share}>{note}</span>}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The share of a part in a whole. */
export const shareOf = (part: number, whole: number) => inPercent(whole ? (part / whole) * 100 : 0);
