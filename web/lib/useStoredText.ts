import { useState } from 'react';

/** A text that is typed over a stored one; where nothing was typed, it follows what others store. */
export function useStoredText(stored: string) {
  const [seen, setSeen] = useState(stored);
  const [value, setValue] = useState(stored);
  if (stored !== seen) {
    setSeen(stored);
    if (value === seen) setValue(stored);
  }
  return [value, setValue] as const;
}
