import { DatePicker, InlineDateTimePicker } from '@mantine/dates';
import type { DatePickerProps } from '@mantine/dates';
import '#web/styles/dates.css';

/** The names of a calendar's controls, for people who cannot see their arrows. */
const LABELS = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous ten years',
  nextDecade: 'Next ten years',
};
const CALENDAR: Pick<DatePickerProps, 'ariaLabels' | 'firstDayOfWeek' | 'weekendDays' | 'highlightToday'> = {
  ariaLabels: LABELS,
  firstDayOfWeek: 1,
  weekendDays: [],
  highlightToday: true,
};

type Props = {
  /** As the input has it: `2026-11-30`, or `2026-11-30 09:00:00`. */
  value: string | null;
  onPick: (value: string) => void;
  onClose: () => void;
};

/** The days of a month. */
export function DayCalendar({ value, onPick, onClose }: Props) {
  return (
    // The focus stays in the input: a press on a day is no leaving of the input.
    <div role="presentation" onMouseDown={(event) => event.preventDefault()}>
      <DatePicker
        {...CALENDAR}
        // Another day was typed: its month is shown.
        key={value}
        value={value}
        {...(value && { defaultDate: value })}
        onChange={(day) => {
          if (day) onPick(day);
          onClose();
        }}
      />
    </div>
  );
}

/** The days of a month, and a time of day. */
export function MomentCalendar({ value, onPick, onClose }: Props) {
  return (
    <InlineDateTimePicker
      {...CALENDAR}
      fullWidth={false}
      value={value}
      {...(value && { defaultDate: value })}
      onChange={(moment) => moment && onPick(moment)}
      onSubmit={onClose}
      defaultTimeValue="09:00"
      timePickerProps={{ format: '12h', withDropdown: true, popoverProps: { withinPortal: false } }}
    />
  );
}
