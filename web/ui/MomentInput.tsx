import { DateTimePicker } from '@mantine/dates';
import { CALENDAR_LABELS } from '#web/ui/calendar-labels.ts';
import '#web/styles/dates.css';

type Props = {
  label: string;
  /** `2026-11-30 09:00:00` as a clock on the wall shows it, or '' for none. */
  value: string;
  onChange: (moment: string) => void;
  error?: string | undefined;
  required?: boolean | undefined;
  placeholder?: string | undefined;
  name?: string;
};

/** A day and a time of day, 12-hour as everywhere in the product. */
export function MomentInput({ value, onChange, placeholder = 'Pick date and time', ...rest }: Props) {
  return (
    <DateTimePicker
      placeholder={placeholder}
      valueFormat="DD/MM/YYYY, h:mm A"
      value={value || null}
      onChange={(moment) => onChange(moment ?? '')}
      timePickerProps={{ format: '12h', withDropdown: true }}
      ariaLabels={CALENDAR_LABELS}
      firstDayOfWeek={1}
      weekendDays={[]}
      defaultTimeValue="09:00"
      highlightToday
      clearable
      clearButtonProps={{ 'aria-label': 'Clear the date' }}
      {...rest}
    />
  );
}
