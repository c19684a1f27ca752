import { DatePicker, InlineDateTimePicker } from '@mantine/dates';
import type { DatePickerProps } from '@mantine/dates';
import { use } from 'react';
import { dayOf } from '#shared/values/dates.ts';
import { CalendarZone } from '#web/lib/calendar-zone.ts';
import '#web/styles/dates.css';

/** Names for a calendar's arrow buttons, for screen readers. */
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

/** Opens at and marks today in the client's time zone, where the library would use the browser's. */
function useToday(): Pick<DatePickerProps, 'defaultDate' | 'getDayProps' | 'highlightToday'> {
  const zone = use(CalendarZone);
  const today = zone && dayOf(new Date(), zone);
  if (!today) return {};
  const marks = { 'data-today': true, 'data-highlight-today': true };
  return { defaultDate: today, highlightToday: false, getDayProps: (day) => (day === today ? marks : {}) };
}

type Props = {
  /** As in the input: `2026-11-30`, or `2026-11-30 09:00:00`. */
  value: string | null;
  onPick: (value: string) => void;
  onClose: () => void;
};

/** The days of a month. */
export function DayCalendar({ value, onPick, onClose }: Props) {
  const today = useToday();
  return (
    // The focus stays in the input: clicking a day doesn't leave it.
    <div role="presentation" onMouseDown={(event) => event.preventDefault()}>
      <DatePicker
        {...CALENDAR}
        {...today}
        // When another day is typed, its month is shown.
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
  const today = useToday();
  return (
    <InlineDateTimePicker
      {...CALENDAR}
      {...today}
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
