import { useQuery } from '@tanstack/react-query';
import { DEFAULT_COUNTRY } from '#shared/countries.ts';
import { firstNumber, indianMobile } from '#web/leads/phone-numbers.ts';
import type { PhoneNumber } from '#web/leads/phone-numbers.ts';
import { useUser } from '#web/session/useSession.ts';

/**
 * The numbers of a phone field, the first of them first; none where nothing can be called. `country` is that of the row's
 * client, as users who see every client get it. The library of the world's numbers arrives with the first number that needs it.
 */
export function usePhoneNumbers(phone: string | null | undefined, country?: string): PhoneNumber[] {
  const own = useUser().client?.country;
  const home = country ?? own ?? DEFAULT_COUNTRY;
  const known = indianMobile(phone ?? '', home);
  const { data: readPhones } = useQuery({
    queryKey: ['phone-library'],
    // A number is readable as typed, too: that the library could not be fetched is no failure of the page.
    queryFn: async () => (await import('#web/leads/read-phones.ts').catch(() => null))?.readPhones ?? null,
    staleTime: Infinity,
    enabled: Boolean(phone) && !known,
  });
  if (known) return [known];
  return readPhones ? readPhones(phone ?? '', home) : firstNumber(phone ?? '');
}
