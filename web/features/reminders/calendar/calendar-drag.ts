import { closestCenter, pointerWithin } from '@dnd-kit/core';
import type { Active, CollisionDetection, KeyboardCoordinateGetter } from '@dnd-kit/core';
import type { Reminder } from '#shared/activities/reminders.ts';

/** A dragged follow-up and the day it is on. Days are their own drop ids. */
export type Dragged = { reminder: Reminder; home: string };
export const draggedOf = (active: Active | null) => active?.data.current as Dragged | undefined;

/** The day under the pointer; without a pointer, the nearest one. */
export const dayBelow: CollisionDetection = (args) =>
  args.pointerCoordinates ? pointerWithin(args) : closestCenter(args);

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** Left and right arrow keys move the follow-up by one day, up and down by a week or, in a list, by a day. */
export const toOtherDay: KeyboardCoordinateGetter = (event, { context }) => {
  const wanted = STEPS[event.code];
  if (wanted === undefined || !context.collisionRect) return undefined;
  event.preventDefault();
  const days = context.droppableContainers.toArray().map(({ id }) => String(id));
  const step = days.length > 7 ? wanted : Math.sign(wanted);
  const sorted = days.toSorted((one, other) => one.localeCompare(other));
  const here = String(context.over?.id ?? draggedOf(context.active)?.home);
  const next = sorted[sorted.indexOf(here) + step];
  const container = next === undefined ? undefined : context.droppableContainers.get(next);
  const rect = next === undefined ? undefined : context.droppableRects.get(next);
  if (!rect || container?.disabled) return undefined;
  const { width, height } = context.collisionRect;
  return { x: rect.left + rect.width / 2 - width / 2, y: rect.top + rect.height / 2 - height / 2 };
};

export const INSTRUCTIONS =
  'Press Space to lift a follow-up, the arrow keys to choose a day, Space to drop it and Escape to put it back.';
