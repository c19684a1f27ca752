import { ActionIcon, Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useState } from 'react';
import { zoneOf } from '#shared/dates.ts';
import { monthLater, monthName, monthOf } from '#shared/months.ts';
import { counted } from '#shared/numbers.ts';
import { targets } from '#shared/targets.ts';
import type { PersonTarget } from '#shared/targets.ts';
import { query, useSend } from '#web/api/query.ts';
import { MEASURES } from '#web/features/targets/measures.ts';
import { TargetRow } from '#web/features/targets/TargetRow.tsx';
import classes from '#web/features/targets/Targets.module.css';
import { useUser } from '#web/session/useSession.ts';
import { toldApart } from '#web/lib/tell-apart.ts';
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
  const copy = useSend(targets.copy);
  const before = monthName(monthLater(month, -1));
  const copyLast = () =>
    void sayOutcome(copy.mutateAsync({ query: { clientId }, body: { month } }), {
      done: ({ data: { copied } }) =>
        showSuccess(
          copied === 0
            ? `There are no targets in ${before} to copy.`
            : `${counted(copied, 'target')} copied from ${before}.`,
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
        People see their own target on the dashboard. The figures count as in the reports; an empty field is
        no target.
      </p>
      <PartStates source={source} loading="Loading targets..." failure="Failed to load the targets">
        {({ data }) =>
          data.people.length === 0 ? (
            <PartNote>There are no people yet to set targets for.</PartNote>
          ) : (
            <TargetTable
              month={data.month}
              people={toldApart(data.people)}
              clientId={clientId}
              isOld={isOld}
            />
          )
        }
      </PartStates>
    </section>
  );
}

type TableProps = { month: string; people: readonly PersonTarget[]; clientId: string; isOld: boolean };

function TargetTable({ month, people, clientId, isOld }: TableProps) {
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
          <TargetRow key={`${month} ${person.id}`} person={person} month={month} clientId={clientId} />
        ))}
      </tbody>
    </table>
  );
}
