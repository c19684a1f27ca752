import type { ComponentProps } from 'react';
import type { PhoneNumber as Dialled } from './phone-numbers.ts';
import { usePhoneNumbers } from './usePhoneNumbers.ts';
import classes from '#web/ui/Figure.module.css';

type Props = {
  phone: string;
  /** The country of the row's client, present for users with access to all clients. */
  country?: string | undefined;
  /** The attributes of the link that calls a number. */
  callTo?: ((number: Dialled) => ComponentProps<'a'>) | undefined;
};

/** The numbers of a phone field in the format of the client's country. The title shows them as typed. */
export function PhoneNumber({ phone, country, callTo }: Props) {
  const numbers = usePhoneNumbers(phone, country);
  if (numbers.length === 0) return <span title={phone}>{phone}</span>;
  return (
    <span>
      {numbers.map((number, index) => (
        <span key={number.dial}>
          {index > 0 && ' / '}
          {callTo ? (
            <a className={classes.figure} {...callTo(number)} title={phone} dir="ltr">
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
