import type { Active, Announcements } from '@dnd-kit/core';

type Words = {
  itemOf: (active: Active) => string;
  /** The drop id of the place from which an item is dragged. */
  homeOf: (active: Active) => string | undefined;
  /** The name of the place with a drop id. */
  nameOf: (dropId: string) => string;
};

/** Screen reader announcements during a drag. */
export function dragAnnouncements({ itemOf, homeOf, nameOf }: Words): Announcements {
  let hasMoved = false;
  return {
    onDragStart: ({ active }) => {
      hasMoved = false;
      return `Lifted ${itemOf(active)}`;
    },
    onDragOver: ({ active, over }) => {
      // An item just lifted is over its own place. Announcing that would drown out the announcement of the
      // lift.
      hasMoved ||= over !== null && over.id !== homeOf(active);
      return over && hasMoved ? `${itemOf(active)} is over ${nameOf(String(over.id))}` : undefined;
    },
    onDragEnd: ({ active, over }) =>
      over && over.id !== homeOf(active)
        ? `Moved ${itemOf(active)} to ${nameOf(String(over.id))}`
        : `${itemOf(active)} is back in its place`,
    onDragCancel: ({ active }) => `${itemOf(active)} is back in its place`,
  };
}
