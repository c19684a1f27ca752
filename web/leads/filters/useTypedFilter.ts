import { useEffect, useEffectEvent, useState } from 'react';

const DEBOUNCE = 500;

type Options = { onChange: (value: string) => void; isGood?: (text: string) => boolean };

/**
 * A typed filter. Applied half a second after the last character or by `flush`, and replaced when it changes
 * from outside, for example by Reset. An invalid text stays in its input.
 */
export function useTypedFilter(value: string, { onChange, isGood = () => true }: Options) {
  const [{ text, asked, seen }, setTyped] = useState({ text: value, asked: value, seen: value });
  if (seen !== value) {
    setTyped({ text: value === asked ? text : value, asked: value, seen: value });
  }
  const pass = (next: string) => {
    const wanted = next.trim();
    if (wanted === asked || !isGood(wanted)) return;
    setTyped({ text: next, asked: wanted, seen });
    onChange(wanted);
  };
  const flush = useEffectEvent(() => pass(text));
  useEffect(() => {
    const timer = setTimeout(() => flush(), DEBOUNCE);
    return () => clearTimeout(timer);
  }, [text]);
  return {
    text,
    /** Changes the text. `isDone` means that typing is finished. */
    change: (next: string, isDone = false) => {
      setTyped({ text: next, asked, seen });
      if (isDone) pass(next);
    },
    flush: () => pass(text),
  };
}
