import { Button } from '@mantine/core';
import PencilLine from 'lucide-react/icons/pencil-line';
import { useState } from 'react';
import type { CurrentConfiguration } from '#shared/field-configuration.ts';
import { EditFieldsDialog } from '#web/features/lead-fields/EditFieldsDialog.tsx';
import { FieldTable } from '#web/features/lead-fields/FieldTable.tsx';
import classes from '#web/features/lead-fields/LeadFields.module.css';
import { OrderConflict } from '#web/features/lead-fields/OrderConflict.tsx';
import { useFieldOrder } from '#web/features/lead-fields/useFieldOrder.ts';

type Props = { tenantId: string; current: CurrentConfiguration };

/** All fields of a client: reordered in their place, edited in a popup. */
export function FieldList({ tenantId, current }: Props) {
  const [isEditing, setIsEditing] = useState(false);
  const order = useFieldOrder(tenantId, current);
  return (
    <>
      <header className={classes.head}>
        <div>
          <h2 className={classes.title}>All Available Fields</h2>
          <p className={classes.muted}>
            Drag to reorder. The order holds for columns and forms and is saved at once.
          </p>
        </div>
        <Button
          variant="default"
          leftSection={<PencilLine size={15} aria-hidden="true" />}
          onClick={() => setIsEditing(true)}
          // The popup builds on what the server has; an order on its way there would make it stale at once.
          disabled={order.isPending}
        >
          Edit Fields
        </Button>
      </header>
      {order.isUndecided && <OrderConflict onMine={order.keepMine} onTheirs={order.keepTheirs} />}
      <FieldTable settings={current.config_value} order={order.shown} onOrder={order.change} />
      <p className={classes.unseen} role="status">
        {order.said}
      </p>
      {isEditing && (
        <EditFieldsDialog tenantId={tenantId} current={current} onClose={() => setIsEditing(false)} />
      )}
    </>
  );
}
