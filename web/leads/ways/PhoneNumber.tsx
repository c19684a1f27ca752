import { phoneAddress } from './contact-addresses.ts';
import { usePhoneNumbers } from './usePhoneNumbers.ts';
import classes from '#web/ui/Figure.module.css';

type Props = {
  phone: string;
  /** The country of the row's client, present for users with access to all clients. */
  country?: string | undefined;
  /** Called when the dialler opens. Without this the numbers are no links. */
  onDial?: () => void;
};

/** The numbers of a phone field in the format of the client's country. The title shows them as typed. */
export function PhoneNumber({ phone, country, onDial }: Props) {
  const numbers = usePhoneNumbers(phone, country);
  if (numbers.length === 0) return <span title={phone}>{phone}</span>;
  return (
    <span>
      {numbers.map((number, index) => (
        <span key={number.dial}>
          {index > 0 && ' / '}
          {onDial ? (
            <a
              className={classes.figure}
              href={phoneAddress(number)}
              title={phone}
              dir="ltr"
              onClick={onDial}
            >
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
