import { FieldList } from '#web/features/field-configuration/FieldList.tsx';
import { COLUMNS } from '#web/features/field-configuration/FieldTable.tsx';
import { LoadedFields } from '#web/features/field-configuration/LoadedFields.tsx';
import classes from '#web/features/field-configuration/LeadFields.module.css';
import { TableSkeleton } from '#web/ui/lists/TableSkeleton.tsx';

/** The settings of a client's lead fields. */
export function LeadFields({ clientId }: { clientId: string }) {
  return (
    <section className={classes.fields} aria-label="Lead Fields">
      <LoadedFields clientId={clientId} placeholder={<TableSkeleton titles={COLUMNS} rows={12} />}>
        {(current, removed) => <FieldList clientId={clientId} current={current} removed={removed} />}
      </LoadedFields>
    </section>
  );
}
