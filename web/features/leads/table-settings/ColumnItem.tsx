import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import GripVertical from 'lucide-react/icons/grip-vertical';
import type { LeadFieldKey } from '#shared/lead-fields.ts';
import classes from '#web/features/leads/table-settings/TableSettingsDialog.module.css';
import { FIXED_COLUMN } from '#web/features/leads/table-settings/table-preferences.ts';
import { CheckBox } from '#web/ui/CheckBox.tsx';

type Props = {
  field: LeadFieldKey;
  label: string;
  category: string | undefined;
  isShown: boolean;
  onToggle: () => void;
};

/** One column: a handle to move it and a box to show it. */
export function ColumnItem({ field, label, category, isShown, onToggle }: Props) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: field });
  const isFixed = field === FIXED_COLUMN;
  return (
    <li
      ref={setNodeRef}
      className={classes.column}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        className={classes.handle}
        {...attributes}
        {...listeners}
        aria-label={`Move ${label}`}
        // Escape puts the column back and must not close the dialog as well.
        data-mantine-stop-propagation={isDragging || undefined}
      >
        <GripVertical size={15} aria-hidden="true" />
      </button>
      <label className={classes.toggle}>
        <CheckBox
          checked={isShown}
          disabled={isFixed}
          title={isFixed ? 'Always shown: it opens the lead.' : undefined}
          onChange={onToggle}
        />
        <span className={classes.label}>{label}</span>
        <span className={classes.hint}>{isFixed ? 'Always shown' : category}</span>
      </label>
    </li>
  );
}
