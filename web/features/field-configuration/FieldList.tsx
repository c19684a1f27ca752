import { Button } from '@mantine/core';
import PencilLine from 'lucide-react/icons/pencil-line';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import type { CurrentConfiguration, RemovedField } from '#shared/field-configuration.ts';
import type { CustomFieldKey } from '#shared/lead-fields.ts';
import { AddFieldDialog } from '#web/features/field-configuration/AddFieldDialog.tsx';
import { EditFieldsDialog } from '#web/features/field-configuration/EditFieldsDialog.tsx';
import { FieldTable } from '#web/features/field-configuration/FieldTable.tsx';
import classes from '#web/features/field-configuration/LeadFields.module.css';
import { OrderConflict } from '#web/features/field-configuration/OrderConflict.tsx';
import { RemovedFields } from '#web/features/field-configuration/RemovedFields.tsx';
import { settingOf } from '#web/features/field-configuration/current-configuration.ts';
import { useFieldOrder } from '#web/features/field-configuration/useFieldOrder.ts';
import { useRemoval } from '#web/features/field-configuration/useRemoval.ts';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';

const GOES =
  'It disappears from the list, forms, filters, imports and exports. Leads keep their values, and you can restore the field below the table at any time.';

type Props = { clientId: string; current: CurrentConfiguration; removed: readonly RemovedField[] };

/**
 * All fields of a client: reordered in the table, edited and added in a popup. Custom ones can be removed and
 * restored.
 */
export function FieldList({ clientId, current, removed }: Props) {
  const [open, setOpen] = useState<'edit' | 'add'>();
  const [leaving, setLeaving] = useState<{ key: CustomFieldKey; title: string }>();
  const close = () => setOpen(undefined);
  const { remove, restore, isPending } = useRemoval(clientId);
  const order = useFieldOrder(clientId, current);
  const askAbout = (key: CustomFieldKey) =>
    setLeaving({ key, title: settingOf(current.config_value, key)?.title ?? key });
  return (
    <>
      <header className={classes.head}>
        <div>
          <h2 className={classes.title}>All Available Fields</h2>
          <p className={classes.muted}>
            Drag to reorder. The order applies to columns and forms and is saved at once.
          </p>
        </div>
        <div className={classes.choices}>
          <Button
            variant="default"
            leftSection={<PencilLine size={15} aria-hidden="true" />}
            onClick={() => setOpen('edit')}
            // The popup edits the server's settings, and an order that is still being saved would make them
            // stale at once.
            disabled={order.isPending}
          >
            Edit Fields
          </Button>
          <Button leftSection={<Plus size={15} aria-hidden="true" />} onClick={() => setOpen('add')}>
            Add Field
          </Button>
        </div>
      </header>
      {order.isUndecided && <OrderConflict onMine={order.keepMine} onTheirs={order.keepTheirs} />}
      <FieldTable
        settings={current.config_value}
        order={order.shown}
        onOrder={order.change}
        onRemove={askAbout}
      />
      <RemovedFields fields={removed} onRestore={restore} isPending={isPending} />
      <p className={classes.unseen} role="status">
        {order.said}
      </p>
      {open === 'edit' && <EditFieldsDialog clientId={clientId} current={current} onClose={close} />}
      {open === 'add' && <AddFieldDialog clientId={clientId} onClose={close} />}
      {leaving && (
        <ConfirmDialog
          title={`Remove ${leaving.title}?`}
          text={GOES}
          confirmLabel="Remove"
          isDangerous
          onCancel={() => setLeaving(undefined)}
          onConfirm={async () => {
            await remove(leaving.key, leaving.title);
            setLeaving(undefined);
          }}
        />
      )}
    </>
  );
}
