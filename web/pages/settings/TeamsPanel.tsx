import { PERMISSIONS } from '#shared/permissions.ts';
import { LeadVisibility } from '#web/features/lead-visibility/LeadVisibility.tsx';
import { TeamTree } from '#web/features/users/TeamTree.tsx';
import { ChosenClient } from '#web/pages/settings/ChosenClient.tsx';
import { useCan } from '#web/session/useCan.ts';
import { AccessDenied } from '#web/ui/states/AccessDenied.tsx';

/** The visibility of a client's leads, and the client's teams. */
export function TeamsPanel() {
  if (!useCan('visibility.manage'))
    return <AccessDenied message={PERMISSIONS['visibility.manage'].refusal} />;
  return (
    <ChosenClient note="Its teams and lead visibility appear here.">
      {(clientId) => (
        <>
          <LeadVisibility key={clientId} clientId={clientId} />
          <TeamTree clientId={clientId} />
        </>
      )}
    </ChosenClient>
  );
}
