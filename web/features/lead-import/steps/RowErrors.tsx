import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import type { RowError } from '#shared/leads/lead-import.ts';
import { inNumbers } from '#shared/values/numbers.ts';
import classes from './RowErrors.module.css';

const FIRST = 5;
const MOST = 200;

type Props = {
  title: string;
  errors: readonly RowError[];
  /** The number of all such rows, if more exist than are listed. */
  total: number;
  /** Says where to find the rows that are not listed. */
  rest?: string;
};

/** Notes on single rows, each with its number in the spreadsheet. */
function Rows({ title, errors, total, rest = '' }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  if (errors.length === 0) return null;
  const shown = errors.slice(0, isOpen ? MOST : FIRST);
  return (
    <section aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      <ul className={classes.list}>
        {shown.map(({ row, message }, index) => (
          <li key={index}>
            <span className={classes.row}>Row {row}</span>
            <span>{message}</span>
          </li>
        ))}
      </ul>
      {shown.length < Math.min(errors.length, MOST) && (
        <UnstyledButton className={classes.more} onClick={() => setIsOpen(true)}>
          Show more
        </UnstyledButton>
      )}
      {isOpen && total > shown.length && (
        <p className={classes.rest}>
          and {inNumbers(total - shown.length)} more{rest}
        </p>
      )}
    </section>
  );
}

/** Rows that don’t become leads, and why: refused ones, duplicates, and ones merged into another. */
export function RowErrors({ errors, total }: { errors: readonly RowError[]; total: number }) {
  return (
    <Rows
      title="Rows that don’t become leads"
      errors={errors}
      total={total}
      rest=", all in the errors file after the import"
    />
  );
}

/** Values that did not fit their fields. The leads are imported, and their notes keep the values. */
export function RowWarnings({ warnings }: { warnings: readonly RowError[] }) {
  return <Rows title="Values added to the notes" errors={warnings} total={warnings.length} />;
}
