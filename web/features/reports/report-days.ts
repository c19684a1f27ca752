import { relativeDays } from '#shared/relative-days.ts';
import type { ReportDays } from '#shared/reports.ts';

/** The periods to choose from, as the address names them, with their words. */
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

/** The days of a period, seen from today. A month or quarter that has begun goes until today, and so does the one before it. */
export function daysOf(period: PeriodName, today: string, days: ReportDays): ReportDays {
  if (period === 'days') return days;
  if (period === 'this_quarter') return { from_date: firstOfQuarter(today), to_date: today, unit: 'quarter' };
  const { from = today, to = today } = relativeDays(period, today);
  return { from_date: from, to_date: to < today ? to : today };
}
