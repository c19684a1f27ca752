import { ActionIcon } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import ListChecks from 'lucide-react/icons/list-checks';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { useState } from 'react';
import { formatDateTime } from '#shared/values/dates.ts';
import { TEST_EVENT, WEBHOOK_EVENTS, webhooks } from '#shared/company/webhooks.ts';
import type { Webhook, WebhookDelivery, WebhookEvent } from '#shared/company/webhooks.ts';
import { query, useSend } from '#web/api/query.ts';
import classes from '#web/features/webhooks/Webhooks.module.css';
import { useClientCalendar } from '#web/leads/useTimeZone.ts';
import { sayOutcome, showSuccess } from '#web/ui/states/toast.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column } from '#web/ui/lists/DataList.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';

const STATES = {
  waiting: { tone: 'blue', label: 'Waiting' },
  delivered: { tone: 'green', label: 'Delivered' },
  failed: { tone: 'red', label: 'Failed' },
} as const;

const columnsIn = (timeZone: string): readonly Column<WebhookDelivery>[] => [
  { title: 'Event', cell: eventOf },
  { title: 'Time', cell: ({ created_at }) => formatDateTime(created_at, timeZone) },
  {
    title: 'State',
    cell: ({ state }) => (
      <Badge tone={STATES[state].tone} withDot>
        {STATES[state].label}
      </Badge>
    ),
  },
  { title: 'Attempts', cell: ({ attempts }) => attempts, isNumber: true },
  {
    title: 'Reason',
    cell: (delivery) => <span className={classes.words}>{reasonOf(delivery, timeZone)}</span>,
  },
];

function eventOf({ event, objects }: WebhookDelivery): string {
  if (event === TEST_EVENT) return 'Test';
  const words = WEBHOOK_EVENTS[event as WebhookEvent] ?? event;
  return objects > 1 ? `${words} (${objects})` : words;
}

function reasonOf({ state, reason, next_attempt_at }: WebhookDelivery, timeZone: string): string {
  if (!reason) return '';
  return state === 'waiting'
    ? `${reason} Next attempt: ${formatDateTime(next_attempt_at, timeZone)}.`
    : reason;
}

type Props = { webhook: Webhook; onClose: () => void };

/** The deliveries of a webhook in the last 30 days and their results. Each can be sent again. */
export function DeliveriesDialog({ webhook, onClose }: Props) {
  const { timeZone } = useClientCalendar(webhook.clientId);
  const [page, setPage] = useState(1);
  const source = useQuery({
    ...query(webhooks.deliveries, {
      params: { id: webhook.id },
      query: { page: String(page), limit: '12' },
    }),
    placeholderData: keepPreviousData,
  });
  const send = useSend(webhooks.sendAgain);
  const again = (delivery: WebhookDelivery) =>
    void sayOutcome(send.mutateAsync({ params: { id: webhook.id }, body: { delivery_id: delivery.id } }), {
      done: () => showSuccess('Delivery sent again'),
      failed: 'Failed to send it again',
    });
  return (
    <Dialog title="Deliveries" description={webhook.url} size="large" onClose={onClose}>
      <DataList
        name="Deliveries"
        source={source}
        rows={source.data?.data.deliveries}
        keyOf={({ id }) => id}
        columns={columnsIn(timeZone)}
        actions={(delivery) => (
          <ActionIcon
            size={28}
            title="Send again"
            disabled={!webhook.is_active || send.isPending}
            aria-label={`Send again: ${eventOf(delivery)}, ${formatDateTime(delivery.created_at, timeZone)}`}
            onClick={() => again(delivery)}
          >
            <RotateCw size={16} aria-hidden="true" />
          </ActionIcon>
        )}
        words={{
          loading: 'Loading deliveries...',
          failure: 'An error occurred while loading the deliveries. Please try again.',
          failureTitle: 'Failed to Load Deliveries',
          empty: 'Nothing has been sent yet.',
        }}
        emptyIcon={ListChecks}
        pagination={source.data?.pagination}
        onPage={setPage}
      />
    </Dialog>
  );
}
