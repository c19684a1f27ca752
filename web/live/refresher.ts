import { focusManager } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '#shared/protocol/events.ts';
import { leads } from '#shared/leads/leads.ts';
import { send } from '#web/api/send.ts';
import { EVERYTHING, figuresFollow, readAgain, shownIn } from '#web/api/cache/stale.ts';
import type { Stale } from '#web/api/cache/stale.ts';
import { putRow, shownAmong } from '#web/api/cache/written.ts';

/** Milliseconds: changes that arrive together cause one reload, and lists are reloaded at most this often. */
const GATHER = 150;
const BETWEEN = 5000;
/** Milliseconds between two reloads of single rows that colleagues have changed. */
const BETWEEN_ROWS = 1000;

/** Whether somebody is typing in a form. The page doesn't reload data until they leave the field. */
function isTyping(): boolean {
  const field = document.activeElement;
  return (
    field !== null &&
    field.matches('input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]') &&
    field.closest('form') !== null
  );
}

type Changed = Pick<Extract<LiveEvent, { type: 'changed' }>, 'kinds' | 'leads'>;

/**
 * Reloads what others have changed and the page shows, quietly and in batches: old rows stay on the screen
 * until the response arrives. While a list waits for its turn, its changed leads are loaded by their ids. A
 * page in the background reloads when it becomes visible.
 */
export function createRefresher(queries: QueryClient): {
  changed: (change: Changed | 'everything') => void;
  stop: () => void;
} {
  let waiting: Stale | undefined;
  const rows = new Set<string>();
  const timers: { lists?: ReturnType<typeof setTimeout>; rows?: ReturnType<typeof setTimeout> } = {};
  const last = { lists: 0, rows: 0 };
  const later = (what: 'lists' | 'rows', time: number) => {
    timers[what] ??= setTimeout(() => {
      delete timers[what];
      // The user's own change shows its rows when it is done.
      if (isTyping() || queries.isMutating() > 0) return later(what, GATHER * 2);
      last[what] = Date.now();
      if (what === 'lists') readLists();
      else void readRows();
    }, time);
  };
  const readLists = () => {
    if (waiting) void readAgain(queries, waiting);
    waiting = undefined;
    rows.clear();
  };
  const readRows = async () => {
    const ids = shownAmong(queries, rows);
    rows.clear();
    if (ids.length === 0 || !focusManager.isFocused()) return;
    const query = { ids: ids.join(','), show_all: 'true', page: '1', limit: String(ids.length) } as const;
    const { data } = await send(leads.list, { query }).catch(() => ({ data: [] }));
    for (const lead of data) putRow(queries, lead);
  };
  return {
    changed: (change) => {
      const stale: Stale =
        change === 'everything' ? EVERYTHING : { shownIn: shownIn(change.kinds), leads: change.leads };
      figuresFollow(queries, stale);
      waiting = waiting ? together(waiting, stale) : stale;
      const wait = Math.max(GATHER, last.lists + BETWEEN - Date.now());
      later('lists', wait);
      if (wait <= GATHER || change === 'everything' || !change.kinds.includes('leads')) return;
      for (const id of change.leads ?? []) rows.add(id);
      later('rows', Math.max(GATHER, last.rows + BETWEEN_ROWS - Date.now()));
    },
    stop: () => {
      clearTimeout(timers.lists);
      clearTimeout(timers.rows);
    },
  };
}

const together = (one: Stale, other: Stale): Stale => ({
  shownIn: [...new Set([...one.shownIn, ...other.shownIn])],
  leads: one.leads && other.leads && [...new Set([...one.leads, ...other.leads])],
});
