import { useState } from 'react';

/** A text typed over a stored one. While nothing is typed, it follows the stored text. */
export function useStoredText(stored: string) {
  const [seen, setSeen] = useState(stored);
  const [value, setValue] = useState(stored);
  if (stored !== seen) {
    setSeen(stored);
    if (value === seen) setValue(stored);
  }
  return [value, setValue] as const;
}
