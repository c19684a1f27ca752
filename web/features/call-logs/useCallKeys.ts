import { useEffect, useRef } from 'react';
import { STATUSES } from '#web/features/call-logs/call-words.ts';

type Keys = { onSave: () => void; onStatus: (status: string) => void };

/** Ctrl+Enter saves; C, N, B and V outside of text fields choose the status of the call. */
export function useCallKeys(keys: Keys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || document.querySelector('[role="dialog"]')) return;
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        latest.current.onSave();
        return;
      }
      const isTyping = (event.target as HTMLElement | null)?.closest(
        'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable], [role="menu"]',
      );
      if (isTyping || event.ctrlKey || event.metaKey) return;
      const status = STATUSES.find(({ shortcut }) => shortcut === event.key.toUpperCase());
      if (status) latest.current.onStatus(status.value);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
