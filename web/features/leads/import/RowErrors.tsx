import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import type { RowError } from '#shared/lead-import.ts';
import classes from '#web/features/leads/import/RowErrors.module.css';

const FIRST = 5;
const MOST = 200;

/** Rows that are not imported, each with its number in the spreadsheet and the reason. */
export function RowErrors({ errors, total }: { errors: readonly RowError[]; total: number }) {
  const [isOpen, setIsOpen] = useState(false);
  if (errors.length === 0) return null;
  const shown = errors.slice(0, isOpen ? MOST : FIRST);
  return (
    <section aria-label="Rows that are not imported">
      <h3 className={classes.title}>Rows that are not imported</h3>
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
          and {(total - shown.length).toLocaleString('en-IN')} more, all in the errors file after the import
        </p>
      )}
    </section>
  );
}
