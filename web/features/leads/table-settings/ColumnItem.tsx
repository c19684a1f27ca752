import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import classes from '#web/features/leads/table-settings/TableSettingsDialog.module.css';
import { FIXED_COLUMN } from '#web/leads/list/table-preferences.ts';
import { CheckBox } from '#web/ui/fields/CheckBox.tsx';
import { DragHandle } from '#web/ui/lists/DragHandle.tsx';

type Props = {
  field: FieldKey;
  label: string;
  category: string | undefined;
  isShown: boolean;
  onToggle: () => void;
};

/** One column: a handle to move it and a checkbox to show it. */
export function ColumnItem({ field, label, category, isShown, onToggle }: Props) {
  const item = useSortable({ id: field });
  const { setNodeRef, transform, transition, isDragging } = item;
  const isFixed = field === FIXED_COLUMN;
  return (
    <li
      ref={setNodeRef}
      className={classes.column}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <DragHandle label={label} item={item} />
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
