import { phoneAddress } from '#web/leads/contact-addresses.ts';
import { usePhoneNumbers } from '#web/leads/usePhoneNumbers.ts';
import classes from '#web/ui/Figure.module.css';

type Props = {
  phone: string;
  /** The country of the row's client, as users who see every client get it. */
  country?: string | undefined;
  /** Each number leads to the dialler. */
  isLink?: boolean;
};

/** The numbers of a phone field in the one form of the client's country; the title has them as they were typed. */
export function PhoneNumber({ phone, country, isLink }: Props) {
  const numbers = usePhoneNumbers(phone, country);
  if (numbers.length === 0) return <span title={phone}>{phone}</span>;
  return (
    <span>
      {numbers.map((number, index) => (
        <span key={number.dial}>
          {index > 0 && ' / '}
          {isLink ? (
            <a className={classes.figure} href={phoneAddress(number)} title={phone} dir="ltr">
              {number.words}
            </a>
          ) : (
            <span className={classes.figure} title={phone} dir="ltr">
              {number.words}
            </span>
          )}
        </span>
      ))}
    </span>
  );
}
