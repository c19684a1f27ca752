import { zoneOf } from '#shared/dates.ts';
import { useUser } from '#web/session/useSession.ts';

/** The time zone dates are shown and read in: the client's. */
export function useTimeZone(): string {
  return zoneOf(useUser().client);
}
