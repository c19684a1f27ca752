import type { ComponentProps } from 'react';
import classes from './Plain.module.css';

type Props = ComponentProps<'button'> & {
  look?: 'filled' | 'quiet' | 'bare';
  /** True while the button's work is running. It cannot be clicked again. */
  isPending?: boolean;
};

/** A button for the public pages, which don't use the component library. */
export function PlainButton({ look = 'filled', isPending = false, children, ...rest }: Props) {
  return (
    <button
      type="button"
      className={classes.button}
      data-quiet={look === 'quiet' || undefined}
      data-bare={look === 'bare' || undefined}
      disabled={isPending}
      {...rest}
    >
      {isPending && <span className={classes.spinner} aria-hidden="true" />}
      {children}
    </button>
  );
}
