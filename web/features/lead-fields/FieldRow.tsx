import { useSortable } from '@dnd-kit/sortable';
import { memo } from 'react';
import type { FieldSetting } from '#shared/field-configuration.ts';
import type { LeadFieldKey } from '#shared/lead-fields.ts';
import classes from '#web/features/lead-fields/LeadFields.module.css';
import { typeWord } from '#web/features/lead-fields/field-words.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { DragHandle } from '#web/ui/DragHandle.tsx';

type Props = { field: LeadFieldKey; setting: FieldSetting };

/** A field with where it is shown; hidden is what neither table nor form shows. */
export const FieldRow = memo(function FieldRow({ field, setting }: Props) {
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
            {required && <span className={classes.hint}>Required</span>}
            <code className={classes.below}>{field}</code>
          </span>
        </div>
      </th>
      <td className={classes.key}>
        <code>{field}</code>
        <span className={classes.hint}>{typeWord(type)}</span>
      </td>
      <td>
        <Badge tone={places ? 'green' : 'neutral'} withDot>
          {places ? 'Visible' : 'Hidden'}
        </Badge>
        <span className={`${classes.hint} ${classes.places}`}>{places}</span>
      </td>
    </tr>
  );
});
