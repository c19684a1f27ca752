import type { FieldConfiguration } from '#shared/field-configuration.ts';
import type { LeadFieldKey } from '#shared/lead-fields.ts';
import { FieldRow } from '#web/features/lead-fields/FieldRow.tsx';
import classes from '#web/features/lead-fields/LeadFields.module.css';
import { moved } from '#web/lib/moved.ts';
import { Sortable } from '#web/ui/Sortable.tsx';
import table from '#web/ui/Table.module.css';

export const COLUMNS = ['Field Name', 'Key', 'Status'] as const;

type Props = {
  settings: FieldConfiguration;
  order: readonly LeadFieldKey[];
  onOrder: (order: LeadFieldKey[]) => void;
};

/** Every field in its order, to be dragged into another. */
export function FieldTable({ settings, order, onOrder }: Props) {
  return (
    <Sortable
      ids={order}
      noun="field"
      name={(id) => settings[id as LeadFieldKey].title}
      onMove={(id, over) => onOrder(moved(order, id as LeadFieldKey, over as LeadFieldKey))}
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
            {order.map((field) => (
              <FieldRow key={field} field={field} setting={settings[field]} />
            ))}
          </tbody>
        </table>
      </div>
    </Sortable>
  );
}
