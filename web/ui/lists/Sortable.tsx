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

type Props<Id extends string> = {
  /** The ids of the rows, from top to bottom. */
  ids: readonly Id[];
  /** The noun for one of the rows: 'column'. */
  noun: string;
  name: (id: Id) => string;
  /** Called when `id` was dropped at the position of `over`. */
  onMove: (id: Id, over: Id) => void;
  children: ReactNode;
};

/**
 * Rows that can be reordered by mouse, touch and keyboard (in the library's steps of 25 px), with
 * announcements for screen readers.
 */
export function Sortable<Id extends string>({ ids, noun, name, onMove, children }: Props<Id>) {
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
        const [id, place] = [active, over].map((item) => ids.find((known) => known === item?.id));
        if (id && place && id !== place) onMove(id, place);
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

function announcements<Id extends string>(ids: readonly Id[], nameOf: Props<Id>['name']): Announcements {
  const name = (id: UniqueIdentifier) => {
    const known = ids.find((one) => one === id);
    return known ? nameOf(known) : '';
  };
  const place = (id: UniqueIdentifier) =>
    `position ${ids.findIndex((one) => one === id) + 1} of ${ids.length}`;
  let hasMoved = false;
  return {
    onDragStart: ({ active }) => {
      hasMoved = false;
      return `Lifted ${name(active.id)}, ${place(active.id)}`;
    },
    onDragOver: ({ active, over }) => {
      // A row just lifted is over its own position. Announcing that would drown out the announcement of the
      // lift.
      hasMoved ||= over?.id !== active.id;
      return over && hasMoved ? `${name(active.id)} is over ${place(over.id)}` : undefined;
    },
    onDragEnd: ({ active, over }) =>
      over ? `Dropped ${name(active.id)} at ${place(over.id)}` : `${name(active.id)} is back in its place`,
    onDragCancel: ({ active }) => `${name(active.id)} is back in its place`,
  };
}
