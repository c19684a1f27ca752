import { useSyncExternalStore } from 'react';
import type { Reminder } from '#shared/reminders.ts';

/** Follow-ups that became due while the page is open, the latest first; until somebody has dealt with them here. */
let due: readonly Reminder[] = [];
const listeners = new Set<() => void>();

function publish(next: readonly Reminder[]): void {
  due = next;
  for (const listener of listeners) listener();
}

export function tellDue(reminder: Reminder): void {
  publish([reminder, ...due.filter(({ id }) => id !== reminder.id)]);
}

export function dismissDue(id: string): void {
  publish(due.filter((reminder) => reminder.id !== id));
}

export function dismissAllDue(): void {
  publish([]);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function useDueNow(): readonly Reminder[] {
  return useSyncExternalStore(subscribe, () => due);
}
