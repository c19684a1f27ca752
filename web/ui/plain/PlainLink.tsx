import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './Plain.module.css';

type Props = {
  to: string;
  /** `text` looks like a link, the others like the matching button. */
  look?: 'filled' | 'quiet' | 'bare' | 'text';
  state?: unknown;
  children: ReactNode;
};

/** A link to another page of the product, on pages without the component library. */
export function PlainLink({ to, look = 'filled', state, children }: Props) {
  return (
    <Link
      to={to}
      state={state}
      className={look === 'text' ? classes.link : classes.button}
      data-quiet={look === 'quiet' || undefined}
      data-bare={look === 'bare' || undefined}
    >
      {children}
    </Link>
  );
}
