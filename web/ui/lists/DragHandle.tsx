import type { useSortable } from '@dnd-kit/sortable';
import GripVertical from 'lucide-react/icons/grip-vertical';
import classes from './DragHandle.module.css';

type Item = Pick<
  ReturnType<typeof useSortable>,
  'attributes' | 'listeners' | 'setActivatorNodeRef' | 'isDragging'
>;
type Props = { label: string; item: Item };

/** The handle for dragging a row of a Sortable, or a card. */
export function DragHandle({ label, item }: Props) {
  const { attributes, listeners, setActivatorNodeRef, isDragging } = item;
  return (
    <button
      type="button"
      ref={setActivatorNodeRef}
      className={classes.handle}
      data-dragging={isDragging || undefined}
      {...attributes}
      {...listeners}
      aria-label={`Move ${label}`}
      // Escape puts the row back and must not close the dialog as well.
      data-mantine-stop-propagation={isDragging || undefined}
    >
      <GripVertical size={15} aria-hidden="true" />
    </button>
  );
}
