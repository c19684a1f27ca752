import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { useMemo } from 'react';
import { distribution } from '#shared/distribution.ts';
import { query } from '#web/api/query.ts';
import { DistributionRules } from '#web/features/distribution/DistributionRules.tsx';
import classes from '#web/features/distribution/Distribution.module.css';
import { FirstContact } from '#web/features/distribution/FirstContact.tsx';
import { PeopleLimits } from '#web/features/distribution/PeopleLimits.tsx';
import { messageOf } from '#web/lib/errors.ts';
import { toldApart } from '#web/lib/tell-apart.ts';
import { ChooseClient } from '#web/pickers/ChooseClient.tsx';
import { ClientSelect } from '#web/pickers/ClientSelect.tsx';
import { useChosenClient } from '#web/pickers/useChosenClient.ts';
import { useUser } from '#web/session/useSession.ts';
import { PartNote } from '#web/ui/states/PartNote.tsx';
import { StateMessage } from '#web/ui/states/StateMessage.tsx';

/**
 * The rules for a client's new leads. Users with access to all clients choose one first; the choice is in the
 * address.
 */
export function DistributionSettings() {
  const { clientId: own, seesAllClients } = useUser();
  const [chosen, choose] = useChosenClient();
  return (
    <section className={classes.page} aria-label="Distribution">
      {seesAllClients && (
        <ClientSelect value={chosen ?? null} onChange={choose} description="Each client has its own rules." />
      )}
      {chosen || own ? (
        <OfClient key={chosen} clientId={chosen} />
      ) : (
        <ChooseClient onChoose={choose}>Its rules appear here.</ChooseClient>
      )}
    </section>
  );
}

function OfClient({ clientId }: { clientId: string | undefined }) {
  const { data, isPending, error, refetch } = useQuery(
    query(distribution.get, { query: clientId ? { client_id: clientId } : {} }),
  );
  const stored = useMemo(() => data && { ...data.data, people: toldApart(data.data.people) }, [data]);
  return (
    <>
      {isPending && <PartNote isLive>Loading the rules...</PartNote>}
      {error && !data && (
        <StateMessage
          icon={CircleAlert}
          title="Failed to load the rules"
          isFailure
          actions={<Button onClick={() => void refetch()}>Try Again</Button>}
        >
          {messageOf(error, 'Please try again.')}
        </StateMessage>
      )}
      {stored && (
        <>
          <DistributionRules clientId={clientId} stored={stored} />
          <FirstContact clientId={clientId} minutes={stored.promise_minutes} />
          <PeopleLimits clientId={clientId} people={stored.people} />
        </>
      )}
    </>
  );
}
