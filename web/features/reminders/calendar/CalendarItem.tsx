import { useDraggable } from '@dnd-kit/core';
import { UnstyledButton } from '@mantine/core';
import RepeatIcon from 'lucide-react/icons/repeat';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { formatTime } from '#shared/values/dates.ts';
import { repeatWords } from '#shared/activities/repeat.ts';
import type { Reminder } from '#shared/activities/reminders.ts';
import classes from '#web/features/reminders/calendar/Calendar.module.css';
import type { Dragged } from '#web/features/reminders/calendar/calendar-drag.ts';
import { UNKNOWN_LEAD } from '#web/features/reminders/ReminderFacts.tsx';
import { isFocusLost } from '#web/lib/focus-content.ts';

export type ItemProps = {
  now: number;
  timeZone: string;
  mayMove: boolean;
  onView: (reminder: Reminder) => void;
  /** The follow-up that was moved to this day, and takes the focus. */
  movedId: string | undefined;
  onFocused: () => void;
};

/** A follow-up in the calendar: a click opens it, and it can be dragged to another day. */
export function CalendarItem({
  reminder,
  home,
  now,
  timeZone,
  mayMove,
  onView,
  ...moves
}: ItemProps & Dragged) {
  const { attributes, listeners, setNodeRef, isDragging } = useDraggable({
    id: reminder.id,
    data: { reminder, home } satisfies Dragged,
    disabled: !mayMove,
  });
  const button = useRef<HTMLButtonElement>(null);
  const isMoved = moves.movedId === reminder.id;
  const focused = useEffectEvent(moves.onFocused);
  useEffect(() => {
    if (!isMoved) return;
    button.current?.focus();
    focused();
  }, [isMoved]);
  useLayoutEffect(() => {
    const own = button.current;
    // The focus would disappear with the follow-up, so it moves to the day.
    return () => {
      if (own !== document.activeElement) return;
      requestAnimationFrame(() => {
        if (!isFocusLost()) return;
        document.querySelector<HTMLElement>(`[data-day="${home}"] a`)?.focus();
      });
    };
  }, [home]);
  const { lead, title, repeat, reminder_date, is_completed } = reminder;
  const time = formatTime(reminder_date, reminder.client_time_zone ?? timeZone);
  const name = lead.name || UNKNOWN_LEAD;
  const rhythm = repeat && !is_completed ? `, repeats ${repeatWords(repeat)}` : '';
  return (
    <li>
      <UnstyledButton
        ref={(node) => {
          button.current = node;
          setNodeRef(node);
        }}
        {...(mayMove && { ...attributes, ...listeners })}
        className={classes.item}
        title={title}
        aria-label={`${time} ${name}, ${title}${rhythm}`}
        data-follow-up={reminder.id}
        data-lifted={isDragging || undefined}
        data-late={(!is_completed && Date.parse(reminder_date) < now) || undefined}
        onClick={() => onView(reminder)}
      >
        <time dateTime={reminder_date}>{time}</time> <span dir="auto">{name}</span>
        {rhythm && <RepeatIcon size={12} aria-hidden="true" />}
      </UnstyledButton>
    </li>
  );
}
