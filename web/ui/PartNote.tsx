import type { ReactNode } from 'react';
import classes from '#web/ui/Part.module.css';

type Props = {
  /** Has screen readers say the note when it appears. */
  isLive?: boolean;
  className?: string | undefined;
  children: ReactNode;
};

/** A note in the place of rows: that they are loading, or that there are none. */
export function PartNote({ isLive = false, className = '', children }: Props) {
  return (
    <p className={`${classes.note} ${className}`} role={isLive ? 'status' : undefined}>
      {children}
    </p>
  );
}
