import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Building2 from 'lucide-react/icons/building-2';
import { clients } from '#shared/clients.ts';
import type { Client } from '#shared/clients.ts';
import { dayOf, formatDate, formatDay } from '#shared/dates.ts';
import { formatMoney } from '#shared/money.ts';
import { query } from '#web/api/query.ts';
import { ClientMenu } from '#web/features/clients/ClientMenu.tsx';
import type { OpenClientPopup } from '#web/features/clients/client-popup.ts';
import type { ChangeListParams, ListParams } from '#web/lib/hooks/useListParams.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column } from '#web/ui/lists/DataList.tsx';

/** A calendar day without a time: the same in every time zone. */
const dayText = (day: string | null | undefined) => (day ? formatDay(day) : '-');
/** Whether the last day of a subscription has passed in the client's time zone. */
const isOver = ({ subscriptionEndDate: day, timeZone }: Client) =>
  Boolean(day && day < dayOf(new Date(), timeZone));

const COLUMNS: readonly Column<Client>[] = [
  { title: 'Name', cell: ({ clientName }) => clientName },
  { title: 'Schema', cell: ({ schemaName }) => schemaName },
  { title: 'Active', cell: ({ isActive }) => (isActive ? 'Yes' : 'No') },
  { title: 'Sub. Start', cell: (client) => dayText(client.subscriptionStartDate) },
  {
    title: 'Sub. End',
    cell: (client) => (
      <>
        {dayText(client.subscriptionEndDate)} {isOver(client) && <Badge tone="amber">Ended</Badge>}
      </>
    ),
  },
  { title: 'Amount Paid', cell: ({ amountPaid }) => formatMoney(amountPaid), isNumber: true },
  { title: 'Created', cell: ({ createdAt, timeZone }) => formatDate(createdAt, timeZone) },
];

type Props = { params: ListParams; onChange: ChangeListParams; onOpen: OpenClientPopup };

/** All client accounts. */
export function ClientList({ params: { search, page }, onChange, onOpen }: Props) {
  const source = useQuery({
    ...query(clients.list, { query: { page: String(page), limit: '24', ...(search && { search }) } }),
    placeholderData: keepPreviousData,
  });
  return (
    <DataList
      name="Clients"
      source={source}
      rows={source.data?.data.clients}
      keyOf={({ id }) => id}
      columns={COLUMNS}
      actions={(client) => <ClientMenu client={client} onOpen={onOpen} />}
      words={{
        loading: 'Loading clients...',
        failure: 'Failed to load clients',
        empty: 'No clients found.',
        denied:
          "You don't have permission to manage client settings. Only Super Admins can access this section.",
      }}
      emptyIcon={Building2}
      pagination={source.data?.pagination}
      onPage={(next, options) => onChange({ page: next }, options)}
    />
  );
}
