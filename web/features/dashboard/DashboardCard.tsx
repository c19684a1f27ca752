import { Button } from '@mantine/core';
import { useId } from 'react';
import type { ReactNode } from 'react';
import classes from '#web/features/dashboard/Dashboard.module.css';
import table from '#web/ui/lists/Table.module.css';

/** The state of the load that all cards share. */
export type Load = 'loading' | 'failed' | 'done';

type Props = {
  title: string;
  text: string;
  load: Load;
  /** The message for a failed load. */
  failure: string;
  onRetry: () => void;
  /** Placeholders with the number and height of the expected rows. */
  skeleton: { rows: number; height: number };
  /** Shown next to the title. */
  action?: ReactNode;
  className?: string | undefined;
  children: () => ReactNode;
};

/** A part of the dashboard with its title, its loading placeholders, and its failure. */
export function DashboardCard(props: Props) {
  const { title, text, load, failure, onRetry, skeleton, action, className = '', children } = props;
  const id = useId();
  return (
    <section className={`${classes.card} ${className}`} aria-labelledby={id} aria-busy={load === 'loading'}>
      <header className={classes.head}>
        <div>
          <h2 id={id} className={classes.title}>
            {title}
          </h2>
          <p className={classes.quiet}>{text}</p>
        </div>
        {action}
      </header>
      {load === 'loading' &&
        Array.from({ length: skeleton.rows }, (_, row) => (
          <span key={row} className={classes.row} style={{ height: skeleton.height }} aria-hidden="true">
            <span className={table.bone} style={{ width: `${88 - ((row * 37) % 46)}%` }} />
          </span>
        ))}
      {load === 'failed' && (
        <div className={classes.message} role="alert">
          <p>{failure}</p>
          <Button variant="default" size="xs" onClick={onRetry}>
            Retry
          </Button>
        </div>
      )}
      {load === 'done' && children()}
    </section>
  );
}

/** The text of a card that has nothing to show. */
export function Nothing({ children }: { children: string }) {
  return <p className={classes.message}>{children}</p>;
}
