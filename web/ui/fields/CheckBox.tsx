import { useEffect, useRef } from 'react';
import type { ComponentProps } from 'react';
import classes from './CheckBox.module.css';

type Props = Omit<ComponentProps<'input'>, 'type' | 'ref'> & { isIndeterminate?: boolean };

/** The browser's own checkbox in the product's colours, light enough for every row of a table. */
export function CheckBox({ isIndeterminate = false, className, ...rest }: Props) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isIndeterminate;
  }, [isIndeterminate]);
  return <input {...rest} ref={box} type="checkbox" className={`${classes.box} ${className ?? ''}`} />;
}
