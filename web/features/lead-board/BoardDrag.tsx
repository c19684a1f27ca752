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
import type { Lead } from '#shared/leads/lead.ts';
import classes from '#web/features/lead-board/Board.module.css';
import { CardFacts } from '#web/features/lead-board/BoardCard.tsx';
import type { CardProps } from '#web/features/lead-board/BoardCard.tsx';
import {
  INSTRUCTIONS,
  announcements,
  columnBelow,
  draggedOf,
  toNextColumn,
} from '#web/features/lead-board/board-drag.ts';

type Props = Pick<CardProps, 'fields' | 'timeZone' | 'onMove'> & {
  /** Returns the name of the column with this drop id. */
  nameOf: (dropId: string) => string;
  onLift: () => void;
  /** Called when the card was dropped or put back. */
  onRelease: () => void;
  children: ReactNode;
};

/**
 * Lets cards be dragged to another column by mouse, touch and keyboard, with announcements for screen
 * readers.
 */
export function BoardDrag({ fields, timeZone, onMove, nameOf, onLift, onRelease, children }: Props) {
  const [lifted, setLifted] = useState<Lead>();
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: toNextColumn, scrollBehavior: 'auto' }),
  );
  const release = () => {
    setLifted(undefined);
    onRelease();
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={columnBelow}
      onDragStart={({ active }) => {
        setLifted(draggedOf(active)?.lead);
        onLift();
      }}
      onDragCancel={release}
      onDragEnd={({ over }) => {
        release();
        const status = over?.data.current?.['status'] as string | null | undefined;
        if (lifted && status) onMove(lifted, status);
      }}
      accessibility={{
        announcements: announcements(nameOf),
        screenReaderInstructions: { draggable: INSTRUCTIONS },
        // The lifted card has left its column, so the board moves the focus itself.
        restoreFocus: false,
      }}
    >
      {children}
      <DragOverlay dropAnimation={null}>
        {lifted && (
          <div className={classes.card} data-overlay inert>
            <span className={classes.name}>{lifted.name}</span>
            <CardFacts lead={lifted} fields={fields} timeZone={timeZone} />
          </div>
        )}
      </DragOverlay>
    </DndContext>
  );
}
