import { createContext, use, useSyncExternalStore } from 'react';
import type { Reminder } from '#shared/reminders.ts';

/** Follow-ups that became due while the page is open, the latest first, until somebody has dealt with them here. */
export type DueReminders = {
  subscribe: (listener: () => void) => () => void;
  current: () => readonly Reminder[];
  tell: (reminder: Reminder) => void;
  dismiss: (id: string) => void;
  dismissAll: () => void;
};

/** Made by a session, and gone with it. */
export function createDueReminders(): DueReminders {
  let due: readonly Reminder[] = [];
  const listeners = new Set<() => void>();
  const publish = (next: readonly Reminder[]) => {
    due = next;
    for (const listener of listeners) listener();
  };
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    current: () => due,
    tell: (reminder) => publish([reminder, ...due.filter(({ id }) => id !== reminder.id)]),
    dismiss: (id) => publish(due.filter((reminder) => reminder.id !== id)),
    dismissAll: () => publish([]),
  };
}

export const DueRemindersContext = createContext<DueReminders | undefined>(undefined);

/** The session's due reminders. Throws outside SessionProvider. */
export function useDueReminders(): Pick<DueReminders, 'dismiss' | 'dismissAll'> & {
  due: readonly Reminder[];
} {
  const reminders = use(DueRemindersContext);
  if (!reminders) throw new Error('Due reminders are for signed-in pages only.');
  const { subscribe, current, dismiss, dismissAll } = reminders;
  return { due: useSyncExternalStore(subscribe, current), dismiss, dismissAll };
}
