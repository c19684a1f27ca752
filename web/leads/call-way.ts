import type { Location } from 'react-router';
import { PAGE_SIZES } from '#shared/pagination.ts';

/** From where 'Log a Call' was opened; it travels in the history entry and survives a reload. */
type Origin = 'list' | 'lead' | 'reminders';

/** Where one is in a queue: from 1. */
export type Place = { position: number; total: number; totalIsCapped?: boolean | undefined };

/** A lead of Follow Ups to be called, and the reminder that says so. */
export type Call = { lead_id: string; reminder_id: string };

/** Cards of a page of Follow Ups. */
export const REMINDERS_PER_PAGE = PAGE_SIZES[0];

/** The group of reminders that is worked through: a chip, one's own or everybody's, and the page of the card. */
export type ReminderChoice = { due?: 'overdue' | 'today' | 'later'; mine?: boolean; page: number };

/** What 'Log a Call' knows of the way there. */
export type CallWay = {
  origin?: Origin;
  /** Follow Ups: what to read the queue from, and once it is read what is left of it. */
  choice?: ReminderChoice;
  rest?: Call[] | undefined;
  /** Another lead than the one it was opened for. */
  hasMoved?: boolean;
  /** Counted while working: the list itself moves with every call. */
  place?: Place | undefined;
};

export const CALLED_FROM = {
  list: { origin: 'list' },
  lead: { origin: 'lead' },
} as const satisfies Record<string, CallWay>;

const ORIGINS: readonly unknown[] = ['list', 'lead', 'reminders'];

/** The way there; empty for an address that was opened by itself. */
export function callWayOf({ state }: Pick<Location, 'state'>): CallWay {
  const way = state as CallWay | null;
  return way && ORIGINS.includes(way.origin) ? way : {};
}

const REMINDER = 'reminder';

/** The part of the address that names the reminder one calls for. */
export function reminderSearch(reminderId: string): string {
  return `?${new URLSearchParams({ [REMINDER]: reminderId })}`;
}

export function reminderOf({ search }: Pick<Location, 'search'>): string | undefined {
  return new URLSearchParams(search).get(REMINDER) ?? undefined;
}
