import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { useMemo } from 'react';
import { distribution } from '#shared/company/distribution.ts';
import { query } from '#web/api/query.ts';
import { DistributionRules } from '#web/features/distribution/DistributionRules.tsx';
import classes from '#web/features/distribution/Distribution.module.css';
import { PeopleLimits } from '#web/features/distribution/PeopleLimits.tsx';
import { messageOf } from '#web/lib/errors.ts';
import { toldApart } from '#web/lib/names/tell-apart.ts';
import { PartNote } from '#web/ui/states/PartNote.tsx';
import { StateMessage } from '#web/ui/states/StateMessage.tsx';

/** The rules for a client's new leads. */
export function DistributionSettings({ clientId }: { clientId: string }) {
  const { data, isPending, error, refetch } = useQuery(
    query(distribution.get, { query: { client_id: clientId } }),
  );
  const stored = useMemo(() => data && { ...data.data, people: toldApart(data.data.people) }, [data]);
  return (
    <section className={classes.page} aria-label="Distribution">
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
          <PeopleLimits clientId={clientId} people={stored.people} />
        </>
      )}
    </section>
  );
}
