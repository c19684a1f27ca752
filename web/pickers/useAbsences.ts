import { useQuery } from '@tanstack/react-query';
import { absences, isAway } from '#shared/company/absences.ts';
import type { Absence } from '#shared/company/absences.ts';
import { dayOf, formatDate, zoneOf } from '#shared/values/dates.ts';
import { query } from '#web/api/query.ts';
import { useNow } from '#web/lib/hooks/useNow.ts';
import { useUser } from '#web/session/useSession.ts';

/** The current and future absences of a client's people, and texts for those of today. */
export function useAbsences(clientId: string | undefined) {
  const { seesAllClients, client } = useUser();
  const { data } = useQuery({
    ...query(absences.list, { query: clientId ? { client_id: clientId } : {} }),
    staleTime: 60_000,
    enabled: !seesAllClients || clientId !== undefined,
    // Lists of people work without this.
    meta: { isSilent: true },
  });
  const all = data?.data ?? [];
  const today = dayOf(new Date(useNow()), zoneOf(client));
  return {
    of: (userId: string) => all.filter(({ user_id }) => user_id === userId),
    /** The absences in which this person covers for others. */
    coveredBy: (userId: string) => all.filter(({ covered_by }) => covered_by?.id === userId),
    /** `away until 03/12/2026`; undefined for somebody who is not away today. */
    away: (userId: string) => {
      const now = all.find((one) => one.user_id === userId && isAway(one, today));
      return now && (now.last_day ? `away until ${dateOfDay(now.last_day)}` : 'away');
    },
  };
}

/** `01/12/2026 to 03/12/2026`, `from 01/12/2026`. */
export function absenceWords({ first_day, last_day }: Absence): string {
  if (last_day === null) return `from ${dateOfDay(first_day)}`;
  return first_day === last_day ? dateOfDay(first_day) : `${dateOfDay(first_day)} to ${dateOfDay(last_day)}`;
}

const dateOfDay = (day: string) => formatDate(`${day}T00:00:00Z`, 'UTC');
