import { ActionIcon, Anchor, Select } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import ListChecks from 'lucide-react/icons/list-checks';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatDateTime } from '#shared/values/dates.ts';
import { OUTCOMES, RETRIED, sources } from '#shared/company/sources.ts';
import type { Outcome, Source, SourceDelivery } from '#shared/company/sources.ts';
import { query, useSend } from '#web/api/query.ts';
import classes from '#web/features/sources/Sources.module.css';
import { useClientCalendar } from '#web/leads/useTimeZone.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column } from '#web/ui/lists/DataList.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { sayOutcome, showFailure, showSuccess } from '#web/ui/states/toast.ts';

const TONES = {
  new_lead: 'green',
  new_enquiry: 'green',
  known: 'neutral',
  call: 'green',
  test: 'neutral',
  waiting: 'blue',
  refused: 'red',
  failed: 'red',
} as const satisfies Record<Outcome, string>;

const CHOICES = Object.entries(OUTCOMES).map(([value, label]) => ({ value, label }));

const columnsIn = (timeZone: string): readonly Column<SourceDelivery>[] => [
  { title: 'Time', cell: ({ at }) => formatDateTime(at, timeZone) },
  {
    title: 'Outcome',
    cell: ({ outcome }) => (
      <Badge tone={TONES[outcome]} withDot>
        {OUTCOMES[outcome]}
      </Badge>
    ),
  },
  {
    title: 'Lead',
    cell: ({ lead }) =>
      lead && (
        <Anchor component={Link} className={classes.lead} to={`/leads/${lead.id}`}>
          {lead.name}
        </Anchor>
      ),
  },
  { title: 'Reason', cell: ({ reason }) => <span className={classes.words}>{reason}</span> },
];

type Props = { source: Source; onClose: () => void };

/** The deliveries of a source in the last 60 days. Those that created no lead can be retried. */
export function DeliveryLogDialog({ source: { id, name, clientId }, onClose }: Props) {
  const { timeZone } = useClientCalendar(clientId);
  const [page, setPage] = useState(1);
  const [outcome, setOutcome] = useState<string | null>(null);
  const source = useQuery({
    ...query(sources.deliveries, {
      params: { id },
      query: { page: String(page), limit: '12', ...(outcome && { outcome: outcome as Outcome }) },
    }),
    placeholderData: keepPreviousData,
  });
  const send = useSend(sources.tryAgain);
  const tryAgain = (delivery: SourceDelivery) =>
    void sayOutcome(send.mutateAsync({ params: { id }, body: { delivery_id: delivery.id } }), {
      done: ({ data }) => tell(data.delivery),
      failed: 'Failed to try the delivery again',
    });
  return (
    <Dialog title="Deliveries" description={name} size="large" onClose={onClose}>
      <Select
        className={classes.filter}
        aria-label="Outcome"
        placeholder="All outcomes"
        data={CHOICES}
        value={outcome}
        clearable
        onChange={(next) => {
          setOutcome(next);
          setPage(1);
        }}
      />
      <DataList
        name="Deliveries"
        source={source}
        rows={source.data?.data.deliveries}
        keyOf={(delivery) => delivery.id}
        columns={columnsIn(timeZone)}
        actions={(delivery) =>
          delivery.is_kept &&
          RETRIED.includes(delivery.outcome) && (
            <ActionIcon
              size={28}
              title="Try again"
              disabled={send.isPending}
              aria-label={`Try again: ${formatDateTime(delivery.at, timeZone)}`}
              onClick={() => tryAgain(delivery)}
            >
              <RotateCw size={16} aria-hidden="true" />
            </ActionIcon>
          )
        }
        words={{
          loading: 'Loading deliveries...',
          failure: 'An error occurred while loading the deliveries. Please try again.',
          failureTitle: 'Failed to Load Deliveries',
          empty: outcome ? 'No deliveries with this outcome.' : 'Nothing has arrived yet.',
        }}
        emptyIcon={ListChecks}
        pagination={source.data?.pagination}
        onPage={setPage}
      />
    </Dialog>
  );
}

function tell({ outcome, reason }: SourceDelivery): void {
  if (outcome === 'refused' || outcome === 'failed') showFailure(reason ?? '', OUTCOMES[outcome]);
  else showSuccess(outcome === 'call' && reason ? reason : OUTCOMES[outcome]);
}
