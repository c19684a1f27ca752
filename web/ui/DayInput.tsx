import { DateInput } from '@mantine/dates';
import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';
import { CALENDAR_LABELS } from '#web/ui/calendar-labels.ts';
import '#web/styles/dates.css';

dayjs.extend(customParseFormat);

type Props = {
  label: string;
  /** Set where a title for several inputs stands above: the label is read out, and shown while the input is empty. */
  isLabelHidden?: boolean;
  /** `2026-11-30`, or '' for none. */
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
  value,
  onChange,
  error,
  required = false,
  canBeCleared = !required,
}: Props) {
  return (
    <DateInput
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      placeholder={isLabelHidden ? label : 'dd/mm/yyyy'}
      valueFormat="DD/MM/YYYY"
      dateParser={(text) => {
        const day = dayjs(text.trim(), ['DD/MM/YYYY', 'D/M/YYYY', 'DD-MM-YYYY', 'YYYY-MM-DD'], true);
        return day.isValid() ? day.format('YYYY-MM-DD') : null;
      }}
      value={value || null}
      onChange={(day) => onChange(day ?? '')}
      ariaLabels={CALENDAR_LABELS}
      firstDayOfWeek={1}
      weekendDays={[]}
      highlightToday
      clearable={canBeCleared}
      clearButtonProps={{ 'aria-label': 'Clear the date' }}
      required={required}
      error={error}
    />
  );
}
