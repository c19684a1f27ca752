import type { ReactNode } from 'react';
import classes from '#web/ui/Part.module.css';

type Props = {
  /** Screen readers say it when it comes. */
  isLive?: boolean;
  className?: string | undefined;
  children: ReactNode;
};

/** What a part of a page says instead of its rows: that they are loading, or that there are none. */
export function PartNote({ isLive = false, className = '', children }: Props) {
  return (
    <p className={`${classes.note} ${className}`} role={isLive ? 'status' : undefined}>
      {children}
    </p>
  );
}
