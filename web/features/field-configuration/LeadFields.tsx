import { useQuery } from '@tanstack/react-query';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { Button } from '@mantine/core';
import { LEAD_CONFIG_KEY, fieldConfiguration } from '#shared/field-configuration.ts';
import { PERMISSIONS } from '#shared/permissions.ts';
import { query } from '#web/api/query.ts';
import { FieldList } from '#web/features/field-configuration/FieldList.tsx';
import { COLUMNS } from '#web/features/field-configuration/FieldTable.tsx';
import classes from '#web/features/field-configuration/LeadFields.module.css';
import { messageOf } from '#web/lib/errors.ts';
import { ChooseClient } from '#web/pickers/ChooseClient.tsx';
import { ClientSelect } from '#web/pickers/ClientSelect.tsx';
import { useChosenClient } from '#web/pickers/useChosenClient.ts';
import { useCan } from '#web/session/useCan.ts';
import { useUser } from '#web/session/useSession.ts';
import { AccessDenied } from '#web/ui/states/AccessDenied.tsx';
import { StateMessage } from '#web/ui/states/StateMessage.tsx';
import { TableSkeleton } from '#web/ui/lists/TableSkeleton.tsx';

/**
 * The settings of a client's lead fields. Users with access to all clients choose one first; the choice is in
 * the address.
 */
export function LeadFields() {
  const { clientId: own, seesAllClients } = useUser();
  const [chosen, choose] = useChosenClient();
  const clientId = chosen ?? own;
  if (!useCan('fields.configure')) {
    return <AccessDenied message={PERMISSIONS['fields.configure'].refusal} />;
  }
  return (
    <section className={classes.fields} aria-label="Lead Fields">
      {seesAllClients && (
        <ClientSelect value={clientId} onChange={choose} description="Each client has its own fields." />
      )}
      {clientId ? (
        // The key keeps edits for one client from showing for another.
        <ClientFields key={clientId} clientId={clientId} />
      ) : (
        <ChooseClient onChoose={choose}>Its fields, their order and their options appear here.</ChooseClient>
      )}
    </section>
  );
}

function ClientFields({ clientId }: { clientId: string }) {
  const load = useQuery(query(fieldConfiguration.get, { params: { tenantId: clientId } }));
  const entry = load.data?.data.configurations.find(({ config_key }) => config_key === LEAD_CONFIG_KEY);
  if (entry) {
    const current = { config_value: entry.effective_value, version: entry.version };
    return <FieldList clientId={clientId} current={current} removed={entry.removed} />;
  }
  if (load.isPending) {
    return (
      <div>
        <p className={classes.unseen} role="status">
          Loading fields...
        </p>
        <TableSkeleton titles={COLUMNS} rows={12} />
      </div>
    );
  }
  return (
    <StateMessage
      icon={CircleAlert}
      title="Failed to load the lead fields"
      isFailure
      actions={<Button onClick={() => void load.refetch()}>Try Again</Button>}
    >
      {messageOf(load.error, 'Please try again.')}
    </StateMessage>
  );
}
