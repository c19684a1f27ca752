import CircleAlert from 'lucide-react/icons/circle-alert';
import Info from 'lucide-react/icons/info';
import type { ReactNode } from 'react';
import classes from './Plain.module.css';

/** A message above a form of the public pages. A failure is announced at once. */
export function PlainNotice({ isFailure, children }: { isFailure?: boolean; children: ReactNode }) {
  const Icon = isFailure ? CircleAlert : Info;
  return (
    <div
      className={classes.notice}
      data-failure={isFailure || undefined}
      role={isFailure ? 'alert' : 'status'}
    >
      <Icon size={16} aria-hidden="true" />
      <p>{children}</p>
    </div>
  );
}
