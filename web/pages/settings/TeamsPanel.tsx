import Building2 from 'lucide-react/icons/building-2';
import { PERMISSIONS } from '#shared/permissions.ts';
import { LeadVisibility } from '#web/features/lead-visibility/LeadVisibility.tsx';
import { TeamTree } from '#web/features/users/TeamTree.tsx';
import { ClientSelect } from '#web/pickers/ClientSelect.tsx';
import { useChosenClient } from '#web/pickers/useChosenClient.ts';
import { useCan } from '#web/session/useCan.ts';
import { useUser } from '#web/session/useSession.ts';
import { AccessDenied } from '#web/ui/AccessDenied.tsx';
import { StateMessage } from '#web/ui/StateMessage.tsx';
import classes from '#web/ui/Toolbar.module.css';

/** The visibility of a client's leads, and its teams; users who see every client choose one first. */
export function TeamsPanel() {
  const { clientId: own, seesAllClients } = useUser();
  const [chosen, choose] = useChosenClient();
  const clientId = chosen ?? own;
  if (!useCan('visibility.manage'))
    return <AccessDenied message={PERMISSIONS['visibility.manage'].refusal} />;
  return (
    <>
      {seesAllClients && (
        <div className={classes.toolbar}>
          <ClientSelect value={clientId} onChange={choose} />
        </div>
      )}
      {clientId ? (
        <>
          <LeadVisibility key={clientId} clientId={clientId} />
          <TeamTree clientId={clientId} />
        </>
      ) : (
        <StateMessage icon={Building2} title="Choose a client">
          Its teams, and whose leads its people see, appear here.
        </StateMessage>
      )}
    </>
  );
}
