import { ActionIcon, Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useState } from 'react';
import { zoneOf } from '#shared/values/dates.ts';
import { monthLater, monthName, monthOf } from '#shared/values/months.ts';
import { counted } from '#shared/values/numbers.ts';
import { targets } from '#shared/activities/targets.ts';
import type { MonthPlace, PersonTarget } from '#shared/activities/targets.ts';
import { query, useSend } from '#web/api/query.ts';
import { MEASURES } from '#web/features/targets/measures.ts';
import { SameForAll } from '#web/features/targets/SameForAll.tsx';
import { TargetRow } from '#web/features/targets/TargetRow.tsx';
import classes from '#web/features/targets/Targets.module.css';
import { useCan } from '#web/session/useCan.ts';
import { useUser } from '#web/session/useSession.ts';
import { toldApart } from '#web/lib/names/tell-apart.ts';
import { PartNote } from '#web/ui/states/PartNote.tsx';
import { PartStates } from '#web/ui/states/PartStates.tsx';
import { sayOutcome, showSuccess } from '#web/ui/states/toast.ts';

/**
 * The targets of a client's people in a month. While another month loads, the fields of the previous one are
 * disabled.
 */
export function TargetSettings({ clientId }: { clientId: string }) {
  const { client, seesAllClients } = useUser();
  const [month, setMonth] = useState(() => monthOf(new Date(), zoneOf(client)));
  const source = useQuery({
    ...query(targets.list, { query: { month, ...(seesAllClients && { client_id: clientId }) } }),
    placeholderData: keepPreviousData,
  });
  const isAny = useCan('targets.manage_any');
  const copy = useSend(targets.copy);
  const before = monthName(monthLater(month, -1));
  const copyLast = () =>
    void sayOutcome(copy.mutateAsync({ query: { clientId }, body: { month } }), {
      done: ({ data: { copied } }) =>
        showSuccess(
          copied === 0
            ? `Nothing to copy: everybody has a target already, or ${before} has none`
            : `${counted(copied, 'target')} copied from ${before}`,
        ),
      failed: 'Failed to copy the targets',
    });
  const isOld = source.isPlaceholderData;
  return (
    <section className={classes.part} aria-labelledby="targets">
      <header className={classes.head}>
        <ActionIcon
          variant="default"
          aria-label="The month before"
          onClick={() => setMonth(monthLater(month, -1))}
        >
          <ChevronLeft size={16} aria-hidden="true" />
        </ActionIcon>
        <h2 id="targets" className={classes.month} aria-live="polite">
          {monthName(month)}
        </h2>
        <ActionIcon
          variant="default"
          aria-label="The month after"
          onClick={() => setMonth(monthLater(month, 1))}
        >
          <ChevronRight size={16} aria-hidden="true" />
        </ActionIcon>
        <Button
          className={classes.copy}
          variant="default"
          size="xs"
          loading={copy.isPending}
          disabled={isOld || !source.data}
          onClick={copyLast}
        >
          Copy from {before}
        </Button>
      </header>
      <p className={classes.note}>
        People see their own targets on the dashboard. Leave a field empty for no target.
      </p>
      <PartStates source={source} loading="Loading targets..." failure="Failed to load the targets">
        {({ data }) =>
          data.people.length === 0 ? (
            <PartNote>
              {isAny
                ? 'There are no people yet to set targets for.'
                : 'Nobody reports to you yet. An admin can change this under Settings → Users → People.'}
            </PartNote>
          ) : (
            <>
              <SameForAll
                key={data.month}
                month={data.month}
                people={data.people.filter(({ is_active }) => is_active).length}
                clientId={clientId}
                isOld={isOld}
              />
              <TargetTable place={data} people={toldApart(data.people)} clientId={clientId} isOld={isOld} />
            </>
          )
        }
      </PartStates>
    </section>
  );
}

type TableProps = { place: MonthPlace; people: readonly PersonTarget[]; clientId: string; isOld: boolean };

function TargetTable({ place, people, clientId, isOld }: TableProps) {
  const { month } = place;
  return (
    <table
      className={classes.table}
      aria-label={`Targets of ${monthName(month)}`}
      aria-busy={isOld || undefined}
      inert={isOld}
    >
      <thead>
        <tr>
          <th scope="col">Person</th>
          {MEASURES.map(({ title }) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <TargetRow key={`${month} ${person.id}`} person={person} place={place} clientId={clientId} />
        ))}
      </tbody>
    </table>
  );
}
