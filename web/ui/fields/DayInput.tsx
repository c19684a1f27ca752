import { readDay, showDay } from '#web/lib/forms/typed-date.ts';
import { DateField } from './DateField.tsx';

const DAY = {
  read: readDay,
  show: showDay,
  unreadable: 'Enter a date such as 30/11/2026.',
};

type Props = {
  label: string;
  /**
   * Set when several inputs share a title above them: the label is for screen readers, and shows while the
   * input is empty.
   */
  isLabelHidden?: boolean;
  /** `2026-11-30`, or '' when empty. A text that isn't a date stays as typed (`isDayOrEmpty`). */
  value: string;
  onChange: (day: string) => void;
  /** The message about an invalid day, or true to mark it without one. */
  error?: string | boolean | undefined;
  required?: boolean;
  /** Lets even a required day be cleared. The form then asks for it. */
  canBeCleared?: boolean;
};

/** A day, typed as dd/mm/yyyy or picked. */
export function DayInput({
  label,
  isLabelHidden = false,
  required = false,
  canBeCleared = !required,
  ...rest
}: Props) {
  return (
    <DateField
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      {...rest}
      placeholder={isLabelHidden ? label : 'dd/mm/yyyy'}
      typing={DAY}
      required={required}
      canBeCleared={canBeCleared}
      hasTime={false}
    />
  );
}
