import type { ReactNode } from 'react';
import classes from './StepActions.module.css';

/** The buttons of a step; the last one continues. */
export function StepActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}
