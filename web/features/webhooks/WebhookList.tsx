import { keepPreviousData, useQuery } from '@tanstack/react-query';
import WebhookIcon from 'lucide-react/icons/webhook';
import { formatDate, formatDateTime } from '#shared/values/dates.ts';
import { WEBHOOK_EVENTS, webhooks } from '#shared/company/webhooks.ts';
import type { Webhook } from '#shared/company/webhooks.ts';
import { query } from '#web/api/query.ts';
import classes from '#web/features/webhooks/Webhooks.module.css';
import { WebhookMenu } from '#web/features/webhooks/WebhookMenu.tsx';
import type { OpenWebhookPopup } from '#web/features/webhooks/webhook-popup.ts';
import type { ChangeListParams } from '#web/lib/hooks/useListParams.ts';
import { useTimeZones } from '#web/leads/useTimeZone.ts';
import { useClientNames } from '#web/pickers/useClientNames.ts';
import { useUser } from '#web/session/useSession.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column } from '#web/ui/lists/DataList.tsx';
import { AddButton } from '#web/ui/AddButton.tsx';

const columnsIn = (zone: (clientId: string) => string): readonly Column<Webhook>[] => [
  { title: 'Address', cell: ({ url }) => url },
  {
    title: 'Events',
    cell: ({ events }) => (
      <ul>
        {events.map((event) => (
          <li key={event}>{WEBHOOK_EVENTS[event]}</li>
        ))}
      </ul>
    ),
  },
  {
    title: 'Status',
    cell: (webhook) => {
      const { tone, label } = stateOf(webhook);
      return (
        <Badge tone={tone} withDot>
          {label}
        </Badge>
      );
    },
  },
  {
    title: 'Note',
    cell: (webhook) => <span className={classes.words}>{noteOf(webhook, zone(webhook.clientId))}</span>,
  },
  { title: 'Created', cell: ({ created_at, clientId }) => formatDate(created_at, zone(clientId)) },
];

function stateOf({ is_active, failing_since }: Webhook) {
  if (!is_active) return { tone: 'neutral', label: 'Off' } as const;
  return failing_since
    ? ({ tone: 'red', label: 'Failing' } as const)
    : ({ tone: 'green', label: 'On' } as const);
}

function noteOf({ off_reason, failing_since }: Webhook, timeZone: string): string {
  if (off_reason) return off_reason;
  return failing_since ? `Nothing has arrived since ${formatDateTime(failing_since, timeZone)}.` : '';
}

type Props = { page: number; onChange: ChangeListParams; onOpen: OpenWebhookPopup };

/** The webhooks of the clients that the user sees, each with its actions. */
export function WebhookList({ page, onChange, onOpen }: Props) {
  const { seesAllClients } = useUser();
  const source = useQuery({
    ...query(webhooks.list, { query: { page: String(page), limit: '24' } }),
    placeholderData: keepPreviousData,
  });
  const rows = source.data?.data.webhooks;
  const ids = rows?.map(({ clientId }) => clientId) ?? [];
  const nameOf = useClientNames(ids);
  const own = columnsIn(useTimeZones(ids));
  const columns = seesAllClients
    ? [...own, { title: 'Client', cell: ({ clientId }: Webhook) => nameOf(clientId) ?? '' }]
    : own;
  return (
    <DataList
      name="Webhooks"
      source={source}
      rows={rows}
      keyOf={({ id }) => id}
      columns={columns}
      actions={(webhook) => <WebhookMenu webhook={webhook} onOpen={onOpen} />}
      words={{
        loading: 'Loading webhooks...',
        failure: 'An error occurred while loading the webhooks. Please try again.',
        failureTitle: 'Failed to Load Webhooks',
        empty: 'No webhooks yet.',
        next: 'Tell another program about new leads, changes, calls and due follow-ups as they happen.',
      }}
      emptyIcon={WebhookIcon}
      emptyActions={<AddButton onClick={() => onOpen({ kind: 'add' })}>Add your first webhook</AddButton>}
      pagination={source.data?.pagination}
      onPage={(next, options) => onChange({ page: next }, options)}
    />
  );
}
