import { readMoment, showMoment } from '#web/lib/forms/typed-date.ts';
import { DateField } from './DateField.tsx';

const MOMENT = {
  read: readMoment,
  show: showMoment,
  unreadable: 'Enter a date such as 30/11/2026, 9:00 AM.',
};

type Props = {
  label: string;
  /** `2026-11-30 09:00:00` as local time, or '' when empty. A text that isn't a date stays as typed. */
  value: string;
  onChange: (moment: string) => void;
  error?: string | undefined;
  required?: boolean | undefined;
  placeholder?: string | undefined;
  name?: string;
};

/** A day and a time of day, 12-hour as everywhere in the product. Typed or picked. */
export function MomentInput({ placeholder = 'dd/mm/yyyy, h:mm AM', ...rest }: Props) {
  return <DateField {...rest} placeholder={placeholder} typing={MOMENT} canBeCleared hasTime />;
}
