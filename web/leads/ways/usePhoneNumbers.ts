import { useQuery } from '@tanstack/react-query';
import { DEFAULT_COUNTRY } from '#shared/values/countries.ts';
import { firstNumber, indianMobile } from './phone-numbers.ts';
import type { PhoneNumber } from './phone-numbers.ts';
import { isMasked } from '#web/leads/masked.ts';
import { useUser } from '#web/session/useSession.ts';

/**
 * The numbers of a phone field in order; empty if nothing can be called. `country` is that of the row's
 * client, present for users with access to all clients. The library of the world's numbers loads with the
 * first number that needs it.
 */
export function usePhoneNumbers(phone: string | null | undefined, country?: string): PhoneNumber[] {
  const own = useUser().client?.country;
  const home = country ?? own ?? DEFAULT_COUNTRY;
  // A masked number shows as it is and dials nothing.
  const known = isMasked(phone)
    ? { words: home === DEFAULT_COUNTRY ? phone.replace(/^\+91[ -]?/, '') : phone, dial: '', chat: '' }
    : indianMobile(phone ?? '', home);
  const { data: readPhones } = useQuery({
    queryKey: ['phone-library'],
    // A number as typed is readable too: failing to load the library is not an error of the page.
    queryFn: async () => (await import('./read-phones.ts').catch(() => null))?.readPhones ?? null,
    staleTime: Infinity,
    enabled: Boolean(phone) && !known,
  });
  if (known) return [known];
  return readPhones ? readPhones(phone ?? '', home) : firstNumber(phone ?? '');
}
