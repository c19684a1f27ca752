import { useEffect, useState } from 'react';

const open: symbol[] = [];

/**
 * For popups over popups: tells whether nothing lies over this one. Every open popup hears Escape, but one press closes
 * one; a popup therefore counts until the press that closed it has been heard by all.
 */
export function useTopmost(): () => boolean {
  const [me] = useState(() => Symbol('popup'));
  useEffect(() => {
    open.push(me);
    return () => {
      setTimeout(() => open.splice(open.indexOf(me), 1));
    };
  }, [me]);
  return () => open.at(-1) === me;
}
