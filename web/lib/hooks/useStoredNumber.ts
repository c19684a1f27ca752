import { useRef, useState } from 'react';

/**
 * A number typed over a stored one, as the props of a `NumberField` that stores it on blur and on Enter; null for an
 * empty field. While nothing is typed, the text follows the stored number. Calls go one after the other: a number that
 * is corrected while it is being stored is stored as well. `read` returns NaN for texts that are not sent.
 */
export function useStoredNumber(
  stored: number | null,
  read: (text: string) => number,
  store: (typed: number | null) => Promise<void>,
) {
  const text = stored === null ? '' : String(stored);
  const [seen, setSeen] = useState(text);
  const [value, onChange] = useState(text);
  if (text !== seen) {
    setSeen(text);
    if (value === seen) onChange(text);
  }
  const wanted = useRef(text);
  const isStoring = useRef(false);
  const onDone = async () => {
    const isNumber = value === '' || !Number.isNaN(read(value));
    if (isNumber) wanted.current = value;
    // Enter is followed by blur.
    if (!isNumber || isStoring.current) return;
    isStoring.current = true;
    for (let sent = text; sent !== wanted.current;) {
      sent = wanted.current;
      await store(sent === '' ? null : read(sent));
    }
    isStoring.current = false;
  };
  return { value, onChange, onDone: () => void onDone() };
}
