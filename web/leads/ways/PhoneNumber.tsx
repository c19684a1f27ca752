import { phoneAddress } from './contact-addresses.ts';
import { usePhoneNumbers } from './usePhoneNumbers.ts';
import classes from '#web/ui/Figure.module.css';

type Props = {
  phone: string;
  /** The country of the row's client, present for users with access to all clients. */
  country?: string | undefined;
  /** Whether each number links to the dialler. */
  isLink?: boolean;
};

/** The numbers of a phone field in the format of the client's country. The title shows them as typed. */
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
