import {
  DndContext,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  closestCenter,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import type { Announcements, Modifier, UniqueIdentifier } from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import type { ReactNode } from 'react';

type Props = {
  /** What is listed, top to bottom. */
  ids: readonly string[];
  /** What one of them is called: 'column'. */
  noun: string;
  name: (id: string) => string;
  /** `id` was dropped where `over` stood. */
  onMove: (id: string, over: string) => void;
  children: ReactNode;
};

/** Rows to reorder by mouse, touch and keyboard (the library's steps of 25 px), announced to screen readers. */
export function Sortable({ ids, noun, name, onMove, children }: Props) {
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 120, tolerance: 8 } }),
    useSensor(KeyboardSensor),
  );
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[upAndDown]}
      onDragEnd={({ active, over }) => {
        if (over && active.id !== over.id) onMove(String(active.id), String(over.id));
      }}
      accessibility={{
        announcements: announcements(ids, name),
        screenReaderInstructions: { draggable: instructions(noun) },
      }}
    >
      <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}

const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 });

const instructions = (noun: string) =>
  `Press Space to lift a ${noun}, the arrow keys to move it, Space to drop it and Escape to put it back.`;

function announcements(ids: readonly string[], nameOf: Props['name']): Announcements {
  const name = (id: UniqueIdentifier) => nameOf(String(id));
  const place = (id: UniqueIdentifier) => `position ${ids.indexOf(String(id)) + 1} of ${ids.length}`;
  let hasMoved = false;
  return {
    onDragStart: ({ active }) => {
      hasMoved = false;
      return `Lifted ${name(active.id)}, ${place(active.id)}`;
    },
    onDragOver: ({ active, over }) => {
      // One just lifted is over its own place; saying so would swallow that it was lifted.
      hasMoved ||= over?.id !== active.id;
      return over && hasMoved ? `${name(active.id)} is over ${place(over.id)}` : undefined;
    },
    onDragEnd: ({ active, over }) =>
      over ? `Dropped ${name(active.id)} at ${place(over.id)}` : `${name(active.id)} is back in its place`,
    onDragCancel: ({ active }) => `${name(active.id)} is back in its place`,
  };
}
