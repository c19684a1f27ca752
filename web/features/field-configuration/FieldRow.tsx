import { useSortable } from '@dnd-kit/sortable';
import { ActionIcon } from '@mantine/core';
import Trash2 from 'lucide-react/icons/trash-2';
import { memo } from 'react';
import { isCustomKey } from '#shared/fields/custom-fields.ts';
import type { FieldSetting } from '#shared/fields/field-configuration.ts';
import type { CustomFieldKey, FieldKey } from '#shared/fields/lead-fields.ts';
import classes from '#web/features/field-configuration/LeadFields.module.css';
import { typeWord } from '#web/features/field-configuration/field-words.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { DragHandle } from '#web/ui/lists/DragHandle.tsx';

type Props = { field: FieldKey; setting: FieldSetting; onRemove: (field: CustomFieldKey) => void };

/**
 * A field and where it is shown. A hidden field is in neither table nor form. Only custom fields can be
 * removed.
 */
export const FieldRow = memo(function FieldRow({ field, setting, onRemove }: Props) {
  const { title, type, required, showTable, showForm } = setting;
  const item = useSortable({ id: field });
  const { setNodeRef, transform, transition, isDragging } = item;
  const places = [showTable && 'Table', showForm && 'Form'].filter(Boolean).join(', ');
  return (
    <tr
      ref={setNodeRef}
      className={classes.row}
      data-dragging={isDragging || undefined}
      style={{ transform: transform ? `translateY(${transform.y}px)` : undefined, transition }}
    >
      <th scope="row">
        <div className={classes.name}>
          <DragHandle label={title} item={item} />
          <span className={classes.words} title={title}>
            {title}
            <code className={classes.below}>{field}</code>
          </span>
          {required && <span className={classes.hint}>Required</span>}
          {isCustomKey(field) && <Badge>Custom</Badge>}
        </div>
      </th>
      <td className={classes.key}>
        <code>{field}</code>
        <span className={classes.hint}>{typeWord(type)}</span>
      </td>
      <td>
        <div className={classes.status}>
          <Badge tone={places ? 'green' : 'neutral'} withDot>
            {places ? 'Visible' : 'Hidden'}
          </Badge>
          <span className={`${classes.hint} ${classes.places}`}>{places}</span>
          {isCustomKey(field) && (
            <ActionIcon
              className={classes.remove}
              size={28}
              aria-label={`Remove ${title}`}
              title="Remove"
              onClick={() => onRemove(field)}
            >
              <Trash2 size={15} aria-hidden="true" />
            </ActionIcon>
          )}
        </div>
      </td>
    </tr>
  );
});
