import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './StateMessage.module.css';

type Props = {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
  /** Buttons below the text. */
  actions?: ReactNode;
  /** Whether this is a failure, which is announced at once. */
  isFailure?: boolean;
  /** The heading's level in the page's outline. */
  level?: 1 | 2;
};

/** A message where there is nothing to show: empty, not found, failed, not allowed. */
export function StateMessage({ icon: Icon, title, children, actions, isFailure, level = 2 }: Props) {
  const Heading = `h${level}` as const;
  return (
    <div className={classes.state} role={isFailure ? 'alert' : undefined}>
      <span className={classes.icon} data-failure={isFailure || undefined}>
        <Icon size={20} aria-hidden="true" />
      </span>
      <Heading className={classes.title}>{title}</Heading>
      {children && <p className={classes.text}>{children}</p>}
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}
