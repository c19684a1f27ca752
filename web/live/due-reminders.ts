import { createContext, use, useSyncExternalStore } from 'react';
import type { Reminder } from '#shared/activities/reminders.ts';
import { createStore } from '#web/lib/store.ts';

/**
 * A reminder that became due while the page is open. `toldAt` is when the page was notified, in milliseconds.
 */
export type Due = { reminder: Reminder; toldAt: number };

/** The maximum number of cards that the page keeps, equal to the number of ids in one query. */
const MOST = 100;

/** Follow-ups that became due while the page is open, latest first, until somebody deals with them. */
export type DueReminders = {
  subscribe: (listener: () => void) => () => void;
  current: () => readonly Due[];
  tell: (reminder: Reminder) => void;
  dismiss: (id: string) => void;
  dismissAll: () => void;
  /** Keeps those that are open, and those told after `askedAt`, in milliseconds. */
  keepOnly: (open: readonly Reminder[], askedAt: number) => void;
};

/** Created by a session, and discarded with it. */
export function createDueReminders(): DueReminders {
  const { subscribe, current, set } = createStore<readonly Due[]>([]);
  const without = (id: string) => current().filter(({ reminder }) => reminder.id !== id);
  return {
    subscribe,
    current,
    tell: (reminder) => set([{ reminder, toldAt: Date.now() }, ...without(reminder.id)].slice(0, MOST)),
    dismiss: (id) => set(without(id)),
    dismissAll: () => set([]),
    keepOnly: (open, askedAt) => {
      const next = current().flatMap((one) => {
        if (one.toldAt >= askedAt) return [one];
        const now = open.find(({ id }) => id === one.reminder.id);
        return now ? [{ ...one, reminder: now }] : [];
      });
      set(next);
    },
  };
}

export const DueRemindersContext = createContext<DueReminders | undefined>(undefined);

type OfSession = Pick<DueReminders, 'current' | 'dismiss' | 'dismissAll' | 'keepOnly'> & {
  due: readonly Due[];
};

/** The session's due reminders. Throws outside SessionProvider. */
export function useDueReminders(): OfSession {
  const reminders = use(DueRemindersContext);
  if (!reminders) throw new Error('Due reminders are for signed-in pages only.');
  const { subscribe, current, dismiss, dismissAll, keepOnly } = reminders;
  return { due: useSyncExternalStore(subscribe, current), current, dismiss, dismissAll, keepOnly };
}
