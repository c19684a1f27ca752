import type { FieldConfiguration } from '#shared/fields/field-configuration.ts';
import type { CustomFieldKey, FieldKey } from '#shared/fields/lead-fields.ts';
import { FieldRow } from '#web/features/field-configuration/FieldRow.tsx';
import classes from '#web/features/field-configuration/LeadFields.module.css';
import { settingOf } from '#web/features/field-configuration/current-configuration.ts';
import { moved } from '#web/lib/moved.ts';
import { Sortable } from '#web/ui/lists/Sortable.tsx';
import table from '#web/ui/lists/Table.module.css';

export const COLUMNS = ['Field Name', 'Key', 'Status'] as const;

type Props = {
  settings: FieldConfiguration;
  order: readonly FieldKey[];
  onOrder: (order: FieldKey[]) => void;
  onRemove: (field: CustomFieldKey) => void;
};

/** All fields in order, which can be changed by dragging. */
export function FieldTable({ settings, order, onOrder, onRemove }: Props) {
  return (
    <Sortable
      ids={order}
      noun="field"
      name={(id) => settingOf(settings, id)?.title ?? id}
      onMove={(id, over) => onOrder(moved(order, id, over))}
    >
      <div className={classes.frame}>
        <table className={`${table.table} ${classes.table}`}>
          <caption className={table.caption}>All Available Fields</caption>
          <thead>
            <tr>
              {COLUMNS.map((title) => (
                <th
                  key={title}
                  scope="col"
                  className={title === 'Key' ? classes.key : undefined}
                  data-handles={title === 'Field Name' || undefined}
                >
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {order.map((field) => {
              const setting = settingOf(settings, field);
              return setting && <FieldRow key={field} field={field} setting={setting} onRemove={onRemove} />;
            })}
          </tbody>
        </table>
      </div>
    </Sortable>
  );
}
