import { Link } from 'react-router';
import classes from '#web/features/reports/Reports.module.css';

type Props = {
  text: string;
  /** The list with the leads or calls of the figure; undefined when no list shows exactly these. */
  to: string | undefined;
  /** The link's name for screen readers. */
  label: string;
  isRed?: boolean;
};

/** A figure that links to its list. */
export function FigureLink({ text, to, label, isRed }: Props) {
  if (to === undefined) return text;
  return (
    <Link
      className={classes.link}
      {...(isRed && { style: { color: 'var(--lms-red-text)' } })}
      to={to}
      aria-label={label}
    >
      {text}
    </Link>
  );
}
