import { YEAR_BEGINS, daysOfMonth, monthLater } from '#shared/values/months.ts';
import { relativeDays } from '#shared/values/relative-days.ts';
import type { ReportDays } from '#shared/activities/reports.ts';

/** The available periods by their names in the address, with their labels. */
export const PERIODS = {
  this_month: 'This month',
  last_month: 'Last month',
  last_7_days: 'Last 7 days',
  last_30_days: 'Last 30 days',
  this_quarter: 'This quarter',
  last_quarter: 'Last quarter',
  this_half_year: 'This half-year',
  last_half_year: 'Last half-year',
  this_year: 'This financial year',
  last_year: 'Last financial year',
  days: 'From and to',
} as const;

export type PeriodName = keyof typeof PERIODS;

/** The periods of several months. Quarters and half-years begin with the financial year. */
const UNITS: Partial<
  Record<PeriodName, { unit: NonNullable<ReportDays['unit']>; months: number; ago: number }>
> = {
  this_quarter: { unit: 'quarter', months: 3, ago: 0 },
  last_quarter: { unit: 'quarter', months: 3, ago: 1 },
  this_half_year: { unit: 'half_year', months: 6, ago: 0 },
  last_half_year: { unit: 'half_year', months: 6, ago: 1 },
  this_year: { unit: 'year', months: 12, ago: 0 },
  last_year: { unit: 'year', months: 12, ago: 1 },
};

/** The months of the financial year that have passed before that of today. */
const monthsPassed = (today: string, yearBegins: number) =>
  (Number(today.slice(5, 7)) - yearBegins + 12) % 12;

/**
 * The days of a period, relative to today. A current month, quarter, half-year or year ends today, and the one
 * before it is cut off at the same point. `yearBegins`: the month in which the financial year begins, 1 to 12.
 */
export function daysOf(
  period: PeriodName,
  today: string,
  days: ReportDays,
  yearBegins = YEAR_BEGINS,
): ReportDays {
  if (period === 'days') return days;
  const unit = UNITS[period];
  const { from = today, to = today } = unit
    ? daysOfUnit(unit, today, yearBegins)
    : relativeDays(period, today);
  return { from_date: from, to_date: to < today ? to : today, ...(unit && { unit: unit.unit }) };
}

function daysOfUnit({ months, ago }: { months: number; ago: number }, today: string, yearBegins: number) {
  const passed = monthsPassed(today, yearBegins) % months;
  const first = monthLater(today.slice(0, 7), -passed - ago * months);
  return { from: `${first}-01`, to: daysOfMonth(monthLater(first, months - 1)).to_date };
}
