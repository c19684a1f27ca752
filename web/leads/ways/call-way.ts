import type { Location } from 'react-router';
import { PAGE_SIZES } from '#shared/protocol/pagination.ts';
import type { DUES } from '#shared/activities/reminders.ts';

/** The screen from which 'Log a Call' was opened. Stored in the history entry, which survives a reload. */
type Origin = 'list' | 'lead' | 'reminders';

/** The position in a queue, starting at 1. */
export type Place = { position: number; total: number; totalIsCapped?: boolean | undefined };

/** A lead to call, and what about. */
export type Call = {
  lead_id: string;
  name: string;
  /** The title of the follow-up, or the lead's status. */
  about: string;
  /** When the next step is due. */
  due: string | null;
  /** From Follow Ups: the reminder to call about. */
  reminder_id?: string;
};

/** Cards per page of Follow Ups. */
export const REMINDERS_PER_PAGE = PAGE_SIZES[0];

/** The reminders to work through: a chip, whose they are, of which days, and the page of the card. */
export type ReminderChoice = {
  due?: (typeof DUES)[number];
  mine?: boolean;
  user_id?: readonly string[];
  first_of_lead?: 'true';
  from_date?: string;
  to_date?: string;
  client_id?: string;
  page: number;
};

/** How 'Log a Call' was reached. */
export type CallWay = {
  origin?: Origin;
  /** From Follow Ups: the reminders from which the queue is loaded. */
  choice?: ReminderChoice;
  /** The loaded part of the queue, which stays as it was at the first call. */
  calls?: readonly Call[] | undefined;
  /** The leads of the queue that have been called. */
  called?: readonly string[];
  /** Whether the screen has moved on from the lead it was opened for. */
  hasMoved?: boolean;
  /** Counted along the way, since the list itself changes with every call. */
  place?: Place | undefined;
};

export const CALLED_FROM = {
  list: { origin: 'list' },
  lead: { origin: 'lead' },
} as const satisfies Record<string, CallWay>;

const ORIGINS: readonly unknown[] = ['list', 'lead', 'reminders'];

/** Returns the origin stored in a history entry; empty for an address that was opened directly. */
export function callWayOf({ state }: Pick<Location, 'state'>): CallWay {
  const way = state as CallWay | null;
  return way && ORIGINS.includes(way.origin) ? way : {};
}

const REMINDER = 'reminder';

/** The query parameter that names the reminder of the call. */
export function reminderSearch(reminderId: string): string {
  return `?${new URLSearchParams({ [REMINDER]: reminderId })}`;
}

export function reminderOf({ search }: Pick<Location, 'search'>): string | undefined {
  return new URLSearchParams(search).get(REMINDER) ?? undefined;
}
