import { useEffect, useRef, useState } from 'react';
import { draftKey, readPreference, writePreference } from '#web/lib/preferences.ts';
import { useUser } from '#web/session/useSession.ts';

/** The event by which a field shows what another one with the same draft has written. */
const WRITTEN = 'lms:draft-written';

/** The next text, or a function that makes it from the present one. */
type Next = string | ((now: string) => string);

/**
 * A text being typed. The browser stores it for the user until it is saved or emptied. It can be set after
 * its field is gone, and then shows in the field that has it now.
 */
export function useDraft(name: string): [text: string, setText: (next: Next) => void] {
  const user = useUser();
  const key = draftKey(name, user);
  const [text, setText] = useState(() => readPreference(key) ?? '');
  const shown = useRef(text);
  useEffect(() => {
    const follow = ({ detail }: CustomEventInit<{ key: string; next: string }>) => {
      if (detail?.key !== key) return;
      shown.current = detail.next;
      setText(detail.next);
    };
    window.addEventListener(WRITTEN, follow);
    return () => window.removeEventListener(WRITTEN, follow);
  }, [key]);
  return [
    text,
    (given) => {
      const next = typeof given === 'string' ? given : given(readPreference(key) ?? shown.current);
      writePreference(key, next === '' ? null : next);
      window.dispatchEvent(new CustomEvent(WRITTEN, { detail: { key, next } }));
    },
  ];
}
