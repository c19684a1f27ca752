import Building2 from 'lucide-react/icons/building-2';
import { PERMISSIONS } from '#shared/permissions.ts';
import { TargetSettings } from '#web/features/targets/TargetSettings.tsx';
import { ClientSelect } from '#web/pickers/ClientSelect.tsx';
import { useChosenClient } from '#web/pickers/useChosenClient.ts';
import { useCan } from '#web/session/useCan.ts';
import { useUser } from '#web/session/useSession.ts';
import { AccessDenied } from '#web/ui/AccessDenied.tsx';
import { StateMessage } from '#web/ui/StateMessage.tsx';
import classes from '#web/ui/Toolbar.module.css';

/** The targets of a client's people; users who see every client choose one first. */
export function TargetsPanel() {
  const { clientId: own, seesAllClients } = useUser();
  const [chosen, choose] = useChosenClient();
  const clientId = chosen ?? own;
  if (!useCan('targets.manage')) return <AccessDenied message={PERMISSIONS['targets.manage'].refusal} />;
  return (
    <>
      {seesAllClients && (
        <div className={classes.toolbar}>
          <ClientSelect value={clientId} onChange={choose} />
        </div>
      )}
      {clientId ? (
        <TargetSettings key={clientId} clientId={clientId} />
      ) : (
        <StateMessage icon={Building2} title="Choose a client">
          The targets of its people appear here.
        </StateMessage>
      )}
    </>
  );
}
