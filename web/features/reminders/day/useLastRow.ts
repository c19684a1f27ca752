import { useEffect, useState } from 'react';
import type { MouseEvent } from 'react';

/** The part of a history entry's state that names the clicked row, for returning to this entry. */
type Entry = { row?: string } | null;

const entry = () => history.state as Entry;

/** Remembers the row that is clicked, in the day's own history entry. */
export function rememberRow({ target }: MouseEvent): void {
  const link = (target as Element).closest('li')?.querySelector<HTMLElement>('[data-reminder]');
  if (link) history.replaceState({ ...entry(), row: link.dataset['reminder'] }, '');
}

/** Scrolls to and focuses the row from which the user went to a lead, when they come Back to the day. */
export function useLastRow(): void {
  const [row] = useState(() => entry()?.row);
  useEffect(() => {
    if (!row) return;
    const link = document.querySelector<HTMLElement>(`[data-reminder="${CSS.escape(row)}"]`);
    link?.scrollIntoView({ block: 'center' });
    link?.focus({ preventScroll: true });
  }, [row]);
}
