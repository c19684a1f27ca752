import { pointerWithin } from '@dnd-kit/core';
import type { Active, Announcements, CollisionDetection, KeyboardCoordinateGetter } from '@dnd-kit/core';
import type { Lead } from '#shared/leads/lead.ts';
import { dragAnnouncements } from '#web/ui/lists/drag-announcements.ts';

/** Returns the drop id of a column. */
export const dropId = (status: string | null) => `column ${status ?? ''}`;

/** A dragged card: its lead, and the drop id of the lead's column. */
export type Dragged = { lead: Lead; home: string };
export const draggedOf = (active: Active | null) => active?.data.current as Dragged | undefined;

const middle = ({ left, width }: { left: number; width: number }) => left + width / 2;

/** The column under the pointer; without a pointer, the one whose centre is nearest to the card's. */
export const columnBelow: CollisionDetection = (args) => {
  if (args.pointerCoordinates) return pointerWithin(args);
  const card = middle(args.collisionRect);
  const distance = (id: string | number) => {
    const rect = args.droppableRects.get(id);
    return rect ? Math.abs(middle(rect) - card) : Infinity;
  };
  const nearest = args.droppableContainers.toSorted((one, other) => distance(one.id) - distance(other.id))[0];
  return nearest ? [{ id: nearest.id }] : [];
};

/** Left and right arrow keys move the card by one column. */
export const toNextColumn: KeyboardCoordinateGetter = (event, { currentCoordinates, context }) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.code];
  if (step === undefined || !context.collisionRect) return undefined;
  event.preventDefault();
  const columns = context.droppableContainers
    .toArray()
    .map(({ id, disabled }) => ({ id, disabled, rect: context.droppableRects.get(id) }))
    .toSorted((one, other) => (one.rect?.left ?? 0) - (other.rect?.left ?? 0));
  const here = context.over?.id ?? draggedOf(context.active)?.home;
  const { disabled, rect: next } = columns[columns.findIndex(({ id }) => id === here) + step] ?? {};
  if (!next || disabled) return undefined;
  return { x: middle(next) - context.collisionRect.width / 2, y: currentCoordinates.y };
};

export const INSTRUCTIONS =
  'Press Space to lift a lead, the left and right arrow keys to choose a column, Space to drop it and Escape to put it back.';

/** Screen reader announcements during a drag. `nameOf` returns the column name for a drop id. */
export const announcements = (nameOf: (dropId: string) => string): Announcements =>
  dragAnnouncements({
    itemOf: (active) => draggedOf(active)?.lead.name ?? 'The lead',
    homeOf: (active) => draggedOf(active)?.home,
    nameOf,
  });
