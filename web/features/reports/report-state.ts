import { useSearchParams } from 'react-router';
import { dayOf } from '#shared/values/dates.ts';
import type { Days } from '#shared/values/months.ts';
import { PERIODS, daysOf } from '#web/features/reports/report-days.ts';
import type { PeriodName } from '#web/features/reports/report-days.ts';
import { useClientCalendar } from '#web/leads/useTimeZone.ts';
import { currentSearch } from '#web/lib/address/current-search.ts';
import { readDays } from '#web/lib/day-range.ts';
import { useNow } from '#web/lib/hooks/useNow.ts';
import { useUser } from '#web/session/useSession.ts';

/** The reports of the page by their names in the address, with the labels of their tabs. */
export const REPORTS = { people: 'People', sources: 'Sources', funnel: 'Funnel' } as const;
export type ReportName = keyof typeof REPORTS;

/**
 * The client and the period of the page. Both are in the address, so that Back and a copied link restore
 * them.
 */
export function useReportState() {
  const [search, setSearch] = useSearchParams();
  const { seesAllClients } = useUser();
  const clientId = (seesAllClients && search.get('client_id')) || undefined;
  const { timeZone, yearBegins, isKnown } = useClientCalendar(clientId);
  const today = dayOf(new Date(useNow()), timeZone);
  const typed = readDays(search);
  const named = search.get('period') ?? '';
  const areDays = named === 'days' && typed.from_date !== '' && typed.to_date !== '';
  const isNamed = Object.hasOwn(PERIODS, named) && (named !== 'days' || areDays);
  const period = isNamed ? (named as PeriodName) : 'this_month';
  const days = daysOf(period, today, typed, yearBegins);
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
      change({
        period: name,
        from_date: name === 'days' ? days.from_date : '',
        to_date: name === 'days' ? days.to_date : '',
      }),
    chooseDays: (wanted: Days) => change({ period: 'days', ...wanted }),
  };
}
