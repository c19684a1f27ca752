import { useSearchParams } from 'react-router';
import { dayOf } from '#shared/dates.ts';
import { relativeDays } from '#shared/relative-days.ts';
import type { ReportDays } from '#shared/reports.ts';
import { useChosenTimeZone } from '#web/leads/useTimeZone.ts';
import { currentSearch } from '#web/lib/current-search.ts';
import { readDays } from '#web/lib/day-range.ts';
import { useNow } from '#web/lib/useNow.ts';
import { useUser } from '#web/session/useSession.ts';

/** The periods to choose from, as the address names them, with their words. */
export const PERIODS = {
  this_month: 'This month',
  last_month: 'Last month',
  last_7_days: 'Last 7 days',
  last_30_days: 'Last 30 days',
  this_quarter: 'This quarter',
  days: 'From and to',
} as const;

/** The reports of the page, as the address names them, with the words of their tabs. */
export const REPORTS = { people: 'People', sources: 'Sources', funnel: 'Funnel' } as const;
export type ReportName = keyof typeof REPORTS;

export type PeriodName = keyof typeof PERIODS;

const firstOfQuarter = (today: string) => {
  const month = Number(today.slice(5, 7));
  return `${today.slice(0, 5)}${String(month - ((month - 1) % 3)).padStart(2, '0')}-01`;
};

/** The days of a period, seen from today. A month or quarter that has begun goes until today, and so does the one before it. */
function daysOf(period: PeriodName, today: string, days: ReportDays): ReportDays {
  if (period === 'days') return days;
  if (period === 'this_quarter') return { from_date: firstOfQuarter(today), to_date: today };
  const { from = today, to = today } = relativeDays(period, today);
  return { from_date: from, to_date: to < today ? to : today };
}

/** The client and the period of the page; both are in the address, so that Back and a copied link restore them. */
export function useReportState() {
  const [search, setSearch] = useSearchParams();
  const { seesAllClients } = useUser();
  const clientId = (seesAllClients && search.get('client_id')) || undefined;
  const { timeZone, isKnown } = useChosenTimeZone(clientId);
  const today = dayOf(new Date(useNow()), timeZone);
  const typed = readDays(search);
  const named = search.get('period') ?? '';
  const areDays = named === 'days' && typed.from_date !== '' && typed.to_date !== '';
  const isNamed = Object.hasOwn(PERIODS, named) && (named !== 'days' || areDays);
  const period = isNamed ? (named as PeriodName) : 'this_month';
  const days = daysOf(period, today, typed);
  const chosen = search.get('report') ?? '';
  const report = Object.hasOwn(REPORTS, chosen) ? (chosen as ReportName) : 'people';
  const change = (part: Record<string, string>) =>
    setSearch(() => {
      const next = currentSearch();
      for (const [name, value] of Object.entries(part)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      return next;
    });
  /** The address of another report with the same client and period. */
  const linkTo = (name: ReportName) => {
    const next = new URLSearchParams(search);
    if (name === 'people') next.delete('report');
    else next.set('report', name);
    return { search: next.toString() };
  };
  return {
    report,
    linkTo,
    clientId,
    isKnown,
    period,
    days,
    choose: (id: string | null) => change({ client_id: id ?? '' }),
    choosePeriod: (name: PeriodName) =>
      change(name === 'days' ? { period: name, ...days } : { period: name, from_date: '', to_date: '' }),
    chooseDays: (chosen: ReportDays) => change({ period: 'days', ...chosen }),
  };
}
