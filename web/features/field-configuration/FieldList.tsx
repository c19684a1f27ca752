import { Button } from '@mantine/core';
import PencilLine from 'lucide-react/icons/pencil-line';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import type { CurrentConfiguration, RemovedField } from '#shared/fields/field-configuration.ts';
import { fieldConfiguration } from '#shared/fields/field-configuration.ts';
import type { CustomFieldKey } from '#shared/fields/lead-fields.ts';
import { AddFieldDialog } from '#web/features/field-configuration/AddFieldDialog.tsx';
import { EditFieldsDialog } from '#web/features/field-configuration/EditFieldsDialog.tsx';
import { FieldTable } from '#web/features/field-configuration/FieldTable.tsx';
import classes from '#web/features/field-configuration/LeadFields.module.css';
import { settingOf } from '#web/features/field-configuration/current-configuration.ts';
import { useFieldOrder } from '#web/features/field-configuration/useFieldOrder.ts';
import { AskDialog } from '#web/ui/dialogs/AskDialog.tsx';
import styles from '#web/ui/dialogs/ConflictNotice.module.css';
import { typeWord } from '#web/features/field-configuration/field-words.ts';
import { useSend } from '#web/api/query.ts';
import { sayOutcome, showSuccess } from '#web/ui/states/toast.ts';
import { showUndoable } from '#web/ui/states/undo-toast.tsx';

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
  const { removalOf, restore, isPending } = useRemoval(clientId);
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
        <AskDialog
          title={`Remove ${leaving.title}?`}
          text={GOES}
          confirmLabel="Remove"
          isDangerous
          {...removalOf(leaving)}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </>
  );
}

type OrderConflictProps = { onMine: () => void; onTheirs: () => void };

/** Asks which order to keep when two admins reorder at the same time. Neither is lost before the choice. */
function OrderConflict({ onMine, onTheirs }: OrderConflictProps) {
  return (
    <section className={styles.conflict} role="alert" aria-label="Changes made in the meantime">
      <h3 className={styles.title}>Someone else has reordered the fields in the meantime</h3>
      <p className={styles.text}>The table shows your order, which isn’t saved yet. Choose which to keep.</p>
      <div className={classes.choices}>
        <Button size="xs" onClick={onMine}>
          Keep my order
        </Button>
        <Button size="xs" variant="default" onClick={onTheirs}>
          Take theirs
        </Button>
      </div>
    </section>
  );
}

type RemovedFieldsProps = {
  fields: readonly RemovedField[];
  onRestore: (key: string, title: string) => void;
  isPending: boolean;
};

/** The removed custom fields, each with a button to restore it. */
function RemovedFields({ fields, onRestore, isPending }: RemovedFieldsProps) {
  if (fields.length === 0) return null;
  return (
    <section className={classes.removed} aria-label="Removed Fields">
      <h2 className={classes.title}>Removed Fields</h2>
      <ul className={classes.frame}>
        {fields.map(({ key, title, type }) => (
          <li key={key}>
            <span>
              {title}
              <span className={classes.hint}>{typeWord(type)}</span>
            </span>
            <Button
              variant="default"
              size="xs"
              disabled={isPending}
              aria-label={`Restore ${title}`}
              onClick={() => onRestore(key, title)}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
      <p className={classes.muted}>Leads keep their values in these fields.</p>
    </section>
  );
}

/** Removes and restores custom fields. The toast of a removal also offers to restore the field. */
function useRemoval(clientId: string) {
  const removal = useSend(fieldConfiguration.remove);
  const restoration = useSend(fieldConfiguration.restore);
  const restore = (key: string, title: string) =>
    void sayOutcome(restoration.mutateAsync({ params: { tenantId: clientId, key } }), {
      done: () => showSuccess(`${title} is back`),
      failed: 'Failed to restore the field',
    });
  return {
    restore,
    removalOf: ({ key, title }: { key: string; title: string }) => ({
      call: () => removal.mutateAsync({ params: { tenantId: clientId, key } }),
      done: () => void showUndoable(`${title} was removed`, () => restore(key, title)),
      failed: 'Failed to remove the field',
    }),
    isPending: removal.isPending || restoration.isPending,
  };
}
