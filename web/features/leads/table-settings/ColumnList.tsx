import {
  DndContext,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  closestCenter,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import type { Announcements, DragEndEvent } from '@dnd-kit/core';
import { SortableContext, arrayMove, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { leadField } from '#shared/lead-fields.ts';
import type { LeadFieldCategory, LeadFieldKey } from '#shared/lead-fields.ts';
import { ColumnItem } from '#web/features/leads/table-settings/ColumnItem.tsx';
import classes from '#web/features/leads/table-settings/TableSettingsDialog.module.css';

const CATEGORIES: LeadFieldCategory[] = [
  'basic',
  'contact',
  'sales',
  'marketing',
  'business',
  'management',
  'quality',
];

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

type Props = {
  order: readonly LeadFieldKey[];
  visible: ReadonlySet<LeadFieldKey>;
  title: (field: LeadFieldKey) => string;
  onOrder: (order: LeadFieldKey[]) => void;
  onToggle: (field: LeadFieldKey) => void;
};

/** Every column, to show, hide and reorder by mouse, touch and keyboard; the categories narrow what is listed. */
export function ColumnList({ order, visible, title, onOrder, onToggle }: Props) {
  const [category, setCategory] = useState<LeadFieldCategory>();
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 120, tolerance: 8 } }),
    useSensor(KeyboardSensor),
  );
  const listed = category ? order.filter((key) => leadField(key).category === category) : order;
  const end = ({ active, over }: DragEndEvent) => {
    if (!over || active.id === over.id) return;
    const from = order.indexOf(active.id as LeadFieldKey);
    onOrder(arrayMove([...order], from, order.indexOf(over.id as LeadFieldKey)));
  };
  return (
    <>
      <div className={classes.categories} role="group" aria-label="Column categories">
        {[undefined, ...CATEGORIES].map((name) => (
          <UnstyledButton
            key={name ?? 'all'}
            className={classes.category}
            aria-pressed={category === name}
            onClick={() => setCategory(name)}
          >
            {name ? capitalised(name) : 'All'}
          </UnstyledButton>
        ))}
      </div>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={end}
        accessibility={{
          announcements: announcements(title, listed),
          screenReaderInstructions: { draggable: INSTRUCTIONS },
        }}
      >
        <SortableContext items={[...listed]} strategy={verticalListSortingStrategy}>
          <ul className={classes.columns} aria-label="Columns">
            {listed.map((key) => (
              <ColumnItem
                key={key}
                field={key}
                label={title(key)}
                category={category ? undefined : capitalised(leadField(key).category)}
                isShown={visible.has(key)}
                onToggle={() => onToggle(key)}
              />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
    </>
  );
}

const INSTRUCTIONS =
  'Press Space to lift a column, the arrow keys to move it, Space to drop it and Escape to put it back.';

function announcements(
  title: (field: LeadFieldKey) => string,
  listed: readonly LeadFieldKey[],
): Announcements {
  const name = (id: string | number) => title(id as LeadFieldKey);
  const place = (id: string | number) =>
    `position ${listed.indexOf(id as LeadFieldKey) + 1} of ${listed.length}`;
  let hasMoved = false;
  return {
    onDragStart: ({ active }) => {
      hasMoved = false;
      return `Lifted ${name(active.id)}, ${place(active.id)}`;
    },
    onDragOver: ({ active, over }) => {
      // A column just lifted is over its own place; saying so would swallow that it was lifted.
      hasMoved ||= over?.id !== active.id;
      return over && hasMoved ? `${name(active.id)} is over ${place(over.id)}` : undefined;
    },
    onDragEnd: ({ active, over }) =>
      over ? `Dropped ${name(active.id)} at ${place(over.id)}` : `${name(active.id)} is back in its place`,
    onDragCancel: ({ active }) => `${name(active.id)} is back in its place`,
  };
}
