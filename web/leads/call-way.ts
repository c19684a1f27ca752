import type { Location } from 'react-router';
import { PAGE_SIZES } from '#shared/pagination.ts';
import type { DUES } from '#shared/reminders.ts';

/** The screen from which 'Log a Call' was opened; kept in the history entry, where it survives a reload. */
type Origin = 'list' | 'lead' | 'reminders';

/** The place in a queue, from 1. */
export type Place = { position: number; total: number; totalIsCapped?: boolean | undefined };

/** A lead of Follow Ups to be called, and the reminder that asks for the call. */
export type Call = { lead_id: string; reminder_id: string };

/** Cards of a page of Follow Ups. */
export const REMINDERS_PER_PAGE = PAGE_SIZES[0];

/** The reminders that are worked through: a chip, the user's own or everybody's, and the page of the card. */
export type ReminderChoice = {
  due?: (typeof DUES)[number];
  mine?: boolean;
  client_id?: string;
  page: number;
};

/** The way by which 'Log a Call' was reached. */
export type CallWay = {
  origin?: Origin;
  /** From Follow Ups: the reminders the queue is read from, and once it is read the rest of the queue. */
  choice?: ReminderChoice;
  rest?: Call[] | undefined;
  /** True for another lead than the one it was opened for. */
  hasMoved?: boolean;
  /** Counted while working, since the list itself moves with every call. */
  place?: Place | undefined;
};

export const CALLED_FROM = {
  list: { origin: 'list' },
  lead: { origin: 'lead' },
} as const satisfies Record<string, CallWay>;

const ORIGINS: readonly unknown[] = ['list', 'lead', 'reminders'];

/** The way that a history entry holds; empty for an address that was opened by itself. */
export function callWayOf({ state }: Pick<Location, 'state'>): CallWay {
  const way = state as CallWay | null;
  return way && ORIGINS.includes(way.origin) ? way : {};
}

const REMINDER = 'reminder';

/** The part of the address that names the reminder of the call. */
export function reminderSearch(reminderId: string): string {
  return `?${new URLSearchParams({ [REMINDER]: reminderId })}`;
}

export function reminderOf({ search }: Pick<Location, 'search'>): string | undefined {
  return new URLSearchParams(search).get(REMINDER) ?? undefined;
}
