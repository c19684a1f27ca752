import { useSortable } from '@dnd-kit/sortable';
import { ActionIcon, Select, TextInput } from '@mantine/core';
import X from 'lucide-react/icons/x';
import { isCustomKey } from '#shared/custom-fields.ts';
import type { FieldKey } from '#shared/lead-fields.ts';
import type { StatusMeaning } from '#shared/lead-options.ts';
import { isColoured, optionTone } from '#shared/option-tones.ts';
import type { ColouredOption } from '#shared/option-tones.ts';
import classes from '#web/features/field-configuration/LeadFields.module.css';
import { ToneMenu } from '#web/features/field-configuration/ToneMenu.tsx';
import { MEANINGS } from '#web/features/field-configuration/field-words.ts';
import { DragHandle } from '#web/ui/lists/DragHandle.tsx';

type Props = {
  /** Absent for a new field. */
  field: FieldKey | undefined;
  option: ColouredOption;
  /** The last option cannot be removed: the field needs at least one. */
  isLast: boolean;
  onChange: (option: ColouredOption) => void;
  onRemove: () => void;
};

/** An option of a field. Its label can change, its stored value cannot. */
export function OptionItem({ field, option, isLast, onChange, onRemove }: Props) {
  const { value, label, meaning } = option;
  const item = useSortable({ id: value });
  const { setNodeRef, transform, transition, isDragging } = item;
  return (
    <li
      ref={setNodeRef}
      className={classes.option}
      data-dragging={isDragging || undefined}
      style={{ transform: transform ? `translateY(${transform.y}px)` : undefined, transition }}
    >
      <DragHandle label={label} item={item} />
      <TextInput
        className={classes.label}
        aria-label={`Label of ${value}`}
        value={label}
        maxLength={80}
        error={label.trim() === ''}
        onChange={(event) => onChange({ ...option, label: event.currentTarget.value })}
      />
      {field === 'status' && (
        <Select
          className={classes.meaning}
          aria-label={`Meaning of ${label}`}
          data={MEANINGS}
          value={meaning ?? 'open'}
          allowDeselect={false}
          onChange={(next) => onChange({ ...option, meaning: next as StatusMeaning })}
        />
      )}
      {field && !isCustomKey(field) && isColoured(field) && (
        <ToneMenu
          label={label}
          tone={optionTone(field, value, [option])}
          onChange={(tone) => onChange({ ...option, tone })}
        />
      )}
      <ActionIcon
        size={34}
        aria-label={`Remove ${label}`}
        title={isLast ? 'A field needs an option.' : 'Remove'}
        disabled={isLast}
        onClick={onRemove}
      >
        <X size={15} aria-hidden="true" />
      </ActionIcon>
    </li>
  );
}
