import { zoneOf } from '#shared/values/dates.ts';
import { YEAR_BEGINS } from '#shared/values/months.ts';
import { useClientsById } from '#web/pickers/useClientNames.ts';
import { useUser } from '#web/session/useSession.ts';

/** A row's client, present for users with access to all clients. */
type ClientRow = { client_time_zone?: string | undefined };

/**
 * The time zone in which dates are shown and read: for a row, its client's, regardless of the user; without a
 * row, the user's client's.
 */
export function useTimeZone(row?: ClientRow): string {
  const own = zoneOf(useUser().client);
  return row?.client_time_zone ?? own;
}

/**
 * The time zones of these clients by id, for lists with rows of several clients; the user's own for a row
 * without a client.
 */
export function useTimeZones(clientIds: readonly string[]): (clientId: string | null | undefined) => string {
  const own = useTimeZone();
  const { clientOf } = useClientsById(clientIds);
  return (clientId) => clientOf(clientId ?? '')?.timeZone ?? own;
}

/** The time zone and financial year of a chosen client. `isKnown` is false while they load. */
export function useClientCalendar(clientId: string | null | undefined): {
  timeZone: string;
  /** The month in which the financial year begins, 1 to 12. */
  yearBegins: number;
  isKnown: boolean;
} {
  const own = useTimeZone();
  const { seesAllClients, client } = useUser();
  const { clientOf, isPending } = useClientsById(seesAllClients && clientId ? [clientId] : []);
  const chosen = clientOf(clientId ?? '');
  return {
    timeZone: chosen?.timeZone ?? own,
    // Absent in the user that an older page has stored.
    yearBegins: chosen?.yearBegins ?? client?.yearBegins ?? YEAR_BEGINS,
    isKnown: !isPending,
  };
}
