import { DateInput } from '@mantine/dates';
import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';
import { CALENDAR_LABELS } from '#web/ui/calendar-labels.ts';
import '#web/styles/dates.css';

dayjs.extend(customParseFormat);

type Props = {
  label: string;
  /** `2026-11-30`, or '' for none. */
  value: string;
  onChange: (day: string) => void;
  /** What is wrong, or that something is. */
  error?: string | boolean | undefined;
  required?: boolean;
  /** Also where it is required: the form says what is missing. */
  canBeCleared?: boolean;
  /** In a toolbar: small, the label inside. */
  isCompact?: boolean;
};

/** A day, typed as dd/mm/yyyy or picked. */
export function DayInput({
  label,
  value,
  onChange,
  error,
  required = false,
  canBeCleared = !required,
  isCompact = false,
}: Props) {
  return (
    <DateInput
      {...(isCompact ? { 'aria-label': label, placeholder: label } : { label, placeholder: 'dd/mm/yyyy' })}
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
