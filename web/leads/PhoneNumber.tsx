import { useQuery } from '@tanstack/react-query';
import { DEFAULT_COUNTRY } from '#shared/countries.ts';
import { indianMobile, phoneWords } from '#web/leads/phone-words.ts';
import { useUser } from '#web/session/useSession.ts';
import classes from '#web/ui/Figure.module.css';

type Props = {
  phone: string;
  /** The country of the row's client, as users who see every client get it. */
  country?: string | undefined;
};

/** A phone number in the one form of its client's country, on one line; the title has the number as it was typed. */
export function PhoneNumber({ phone, country }: Props) {
  const own = useUser().client?.country;
  const home = country ?? own ?? DEFAULT_COUNTRY;
  const known = indianMobile(phone, home);
  return (
    <span className={classes.figure} title={phone} dir="ltr">
      {known ?? <ByLibrary phone={phone} country={home} />}
    </span>
  );
}

/** The library knows the numbers of every country and arrives with the first number that needs it. */
function ByLibrary({ phone, country }: Required<Props> & { country: string }) {
  const { data } = useQuery({
    queryKey: ['phone-library'],
    // A number is readable as typed, too: that the library could not be fetched is no failure of the page.
    queryFn: async () =>
      (await import('libphonenumber-js/min').catch(() => null))?.parsePhoneNumberFromString ?? null,
    staleTime: Infinity,
  });
  return data ? phoneWords(phone, country, data) : phone;
}
