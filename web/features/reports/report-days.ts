import { relativeDays } from '#shared/relative-days.ts';
import type { ReportDays } from '#shared/reports.ts';

/** The available periods by their names in the address, with their labels. */
export const PERIODS = {
  this_month: 'This month',
  last_month: 'Last month',
  last_7_days: 'Last 7 days',
  last_30_days: 'Last 30 days',
  this_quarter: 'This quarter',
  days: 'From and to',
} as const;

export type PeriodName = keyof typeof PERIODS;

const firstOfQuarter = (today: string) => {
  const month = Number(today.slice(5, 7));
  return `${today.slice(0, 5)}${String(month - ((month - 1) % 3)).padStart(2, '0')}-01`;
};

/**
 * The days of a period, relative to today. A current month or quarter ends today, and the one before it is
 * cut off at the same point.
 */
export function daysOf(period: PeriodName, today: string, days: ReportDays): ReportDays {
  if (period === 'days') return days;
  if (period === 'this_quarter') return { from_date: firstOfQuarter(today), to_date: today, unit: 'quarter' };
  const { from = today, to = today } = relativeDays(period, today);
  return { from_date: from, to_date: to < today ? to : today };
}
