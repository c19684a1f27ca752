import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Part.module.css';

type Props = { onRetry: () => void; className?: string | undefined; children: ReactNode };

/** Shown instead of a part of a page that could not be loaded. */
export function PartFailure({ onRetry, className = '', children }: Props) {
  return (
    <div className={`${classes.failure} ${className}`} role="alert">
      <p>{children}</p>
      <Button variant="default" size="xs" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
