import {
  DndContext,
  DragOverlay,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Reminder } from '#shared/activities/reminders.ts';
import classes from '#web/features/reminders/calendar/Calendar.module.css';
import { dayWords } from '#web/features/reminders/calendar/calendar-days.ts';
import {
  INSTRUCTIONS,
  dayBelow,
  draggedOf,
  toOtherDay,
} from '#web/features/reminders/calendar/calendar-drag.ts';
import { dragAnnouncements } from '#web/ui/lists/drag-announcements.ts';

const ANNOUNCEMENTS = dragAnnouncements({
  itemOf: (active) => draggedOf(active)?.reminder.lead.name ?? 'The follow-up',
  homeOf: (active) => draggedOf(active)?.home,
  nameOf: dayWords,
});
/** Enter opens a follow-up. */
const KEYS = { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] };

type Props = { onMove: (reminder: Reminder, day: string) => void; children: ReactNode };

/** Lets follow-ups be dragged to another day by mouse, touch and keyboard. */
export function DaysDrag({ onMove, children }: Props) {
  const [lifted, setLifted] = useState<Reminder>();
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: toOtherDay,
      keyboardCodes: KEYS,
      scrollBehavior: 'auto',
    }),
  );
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={dayBelow}
      onDragStart={({ active }) => setLifted(draggedOf(active)?.reminder)}
      onDragCancel={() => setLifted(undefined)}
      onDragEnd={({ active, over }) => {
        setLifted(undefined);
        const { reminder, home } = draggedOf(active) ?? {};
        if (reminder && over && over.id !== home) onMove(reminder, String(over.id));
      }}
      accessibility={{
        announcements: ANNOUNCEMENTS,
        screenReaderInstructions: { draggable: INSTRUCTIONS },
        // The follow-up has left its day, so the calendar moves the focus itself.
        restoreFocus: false,
      }}
    >
      {children}
      <DragOverlay dropAnimation={null}>
        {lifted && (
          <div className={classes.item} data-overlay inert>
            {lifted.lead.name}
          </div>
        )}
      </DragOverlay>
    </DndContext>
  );
}
