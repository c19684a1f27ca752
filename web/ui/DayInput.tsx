import { readDay, showDay } from '#web/lib/typed-date.ts';
import { DateField } from '#web/ui/DateField.tsx';

const DAY = {
  read: readDay,
  show: showDay,
  unreadable: 'Enter a date such as 30/11/2026.',
};

type Props = {
  label: string;
  /** Set where a title for several inputs stands above: the label is read out, and shown while the input is empty. */
  isLabelHidden?: boolean;
  /** `2026-11-30`, '' for none; a text that is no date stays as it was typed (`isDay`). */
  value: string;
  onChange: (day: string) => void;
  /** The sentence about a wrong day, or true for a day without a sentence of its own. */
  error?: string | boolean | undefined;
  required?: boolean;
  /** Lets a required day be cleared, too: the form asks for it then. */
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
