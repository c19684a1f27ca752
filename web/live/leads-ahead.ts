import type { QueryClient } from '@tanstack/react-query';
import { leadPageQuery } from '#web/api/lead-page.ts';
import { savesData } from '#web/lib/data-saving.ts';

/** Milliseconds that the pointer or focus rests on a lead's link before the lead is loaded. */
const REST = 80;
const LEAD = /^\/leads\/([\da-f-]{36})(?:\/call)?$/;

/** Focus that no key has moved, as to the row after a completed one, says nothing of where the user goes. */
const isChosen = (type: string, target: Element) => type !== 'focusin' || target.matches(':focus-visible');

/** Loads a lead before it is opened: the one whose link the pointer or focus rests on. */
export function readLeadsAhead(queries: QueryClient): () => void {
  if (savesData()) return () => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const rest = ({ type, target }: Event) => {
    clearTimeout(timer);
    const at = target instanceof Element && isChosen(type, target) ? target : undefined;
    const link = at?.closest<HTMLAnchorElement>('a[href]');
    const id = link && LEAD.exec(link.pathname)?.[1];
    if (id) timer = setTimeout(() => void queries.prefetchQuery(leadPageQuery(id)), REST);
  };
  const events = ['pointerover', 'focusin'] as const;
  for (const event of events) document.addEventListener(event, rest, { passive: true });
  return () => {
    clearTimeout(timer);
    for (const event of events) document.removeEventListener(event, rest);
  };
}
