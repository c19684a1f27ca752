import type { ReactNode } from 'react';
import { Coming } from '#web/ui/states/Coming.tsx';
import classes from './Part.module.css';

type Props = {
  /** Whether screen readers announce the note when it appears. */
  isLive?: boolean;
  className?: string | undefined;
  children: ReactNode;
};

/** A note instead of rows: they are loading, or there are none. */
export function PartNote({ isLive = false, className = '', children }: Props) {
  return (
    <p className={`${classes.note} ${className}`} role={isLive ? 'status' : undefined}>
      {isLive ? <Coming>{children}</Coming> : children}
    </p>
  );
}
