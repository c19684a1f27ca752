import { DEFAULT_TIME_ZONE } from '#shared/dates.ts';
import { useUser } from '#web/session/useSession.ts';

/** The time zone dates are shown and read in: the client's. */
export function useTimeZone(): string {
  return useUser().client?.timeZone ?? DEFAULT_TIME_ZONE;
}
