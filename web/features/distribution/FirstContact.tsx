import { useQuery } from '@tanstack/react-query';
import { distribution } from '#shared/company/distribution.ts';
import { query, useSend } from '#web/api/query.ts';
import classes from '#web/features/distribution/Distribution.module.css';
import { useStoredNumber } from '#web/lib/hooks/useStoredNumber.ts';
import { fieldMessages } from '#web/lib/errors.ts';
import { numberOf } from '#web/lib/forms/typed-number.ts';
import { NumberField } from '#web/ui/fields/NumberField.tsx';
import { PartStates } from '#web/ui/states/PartStates.tsx';
import { sayOutcome, showSuccess } from '#web/ui/states/toast.ts';

/** The promised time of first contact: off while the field is empty. */
export function FirstContact({ clientId }: { clientId: string }) {
  const source = useQuery(query(distribution.get, { query: { client_id: clientId } }));
  return (
    <PartStates source={source} loading="Loading the time limit..." failure="Failed to load the time limit">
      {({ data }) => <Minutes clientId={clientId} minutes={data.promise_minutes} />}
    </PartStates>
  );
}

function Minutes({ clientId, minutes }: { clientId: string; minutes: number | null }) {
  const save = useSend(distribution.setPromise);
  const field = useStoredNumber(minutes, numberOf, async (wanted) => {
    await sayOutcome(save.mutateAsync({ query: { clientId }, body: { minutes: wanted } }), {
      done: () =>
        showSuccess(
          wanted === null ? 'No time limit for the first contact' : 'Saved. The limit applies to new leads.',
        ),
      failed: 'Failed to save the time limit',
    });
  });
  return (
    <NumberField
      className={classes.limit}
      size="xs"
      aria-label="Minutes until the first contact"
      placeholder="Minutes"
      {...field}
      error={save.isError ? fieldMessages(save.error)['minutes'] : undefined}
    />
  );
}
