import { LeadVisibility } from '#web/features/lead-visibility/LeadVisibility.tsx';
import { TeamTree } from '#web/features/users/TeamTree.tsx';

/** The visibility of a client's leads, and the client's teams. */
export function TeamsPanel({ clientId }: { clientId: string }) {
  return (
    <>
      <LeadVisibility clientId={clientId} />
      <TeamTree clientId={clientId} />
    </>
  );
}
