import { useEffect, useState } from 'react';
import { useNavigationType } from 'react-router';
import { cacheName } from '#web/lib/preferences.ts';

/** The key of a preference that is deleted with the session. */
const KEY = cacheName('last-lead');

/** Marks for the page of a lead that one step back is the list as it was left. */
export const FROM_LIST = { fromList: true };

/** Remembers the currently shown lead, for returning to the list. */
export function rememberOpened(leadId: string): void {
  try {
    sessionStorage.setItem(KEY, leadId);
  } catch {
    // Without a stored lead, returning starts at the top.
  }
}

/**
 * The lead opened last, when the user comes Back to the list. Its row is scrolled to and focused once the
 * rows have loaded.
 */
export function useLastOpened(hasRows: boolean): string | undefined {
  const way: string = useNavigationType();
  const isBack = way === 'POP';
  const [leadId] = useState(() => (isBack ? (sessionStorage.getItem(KEY) ?? undefined) : undefined));
  useEffect(() => {
    if (!leadId || !hasRows) return;
    const row = document.querySelector<HTMLElement>(`a[data-row="${CSS.escape(leadId)}"]`);
    row?.scrollIntoView({ block: 'center' });
    row?.focus({ preventScroll: true });
    sessionStorage.removeItem(KEY);
  }, [leadId, hasRows]);
  return leadId;
}
