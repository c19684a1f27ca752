import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Building2 from 'lucide-react/icons/building-2';
import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column';
import Download from 'lucide-react/icons/download';
import PencilLine from 'lucide-react/icons/pencil-line';
import Power from 'lucide-react/icons/power';
import Trash2 from 'lucide-react/icons/trash-2';
import UserRoundPlus from 'lucide-react/icons/user-round-plus';
import { clients } from '#shared/installation/clients.ts';
import type { Client } from '#shared/installation/clients.ts';
import { dayOf, formatDate, formatDay } from '#shared/values/dates.ts';
import { formatMoney } from '#shared/values/money.ts';
import { query, useSend } from '#web/api/query.ts';
import type { OpenClientPopup, ClientPopup } from '#web/features/clients/client-popup.ts';
import type { ChangeListParams, ListParams } from '#web/lib/hooks/useListParams.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column } from '#web/ui/lists/DataList.tsx';
import { sayOutcome, showSuccess } from '#web/ui/states/toast.ts';
import { RowMenu } from '#web/ui/lists/RowMenu.tsx';

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

/** A superadmin's actions on a client. */
function ClientMenu({ client, onOpen }: { client: Client; onOpen: OpenClientPopup }) {
  const setActive = useSend(clients.setActive);
  const open = (kind: Exclude<ClientPopup['kind'], 'add'>) => () => onOpen({ kind, client });
  const { id, clientName, isActive } = client;
  const activate = () =>
    void sayOutcome(setActive.mutateAsync({ params: { id }, body: { isActive: true } }), {
      done: () => showSuccess(`${clientName} activated`),
      failed: 'Failed to update client',
    });
  return (
    <RowMenu
      name={clientName}
      actions={[
        { label: 'Edit', icon: PencilLine, onClick: open('edit') },
        { label: 'Add User', icon: UserRoundPlus, onClick: open('user') },
        { label: 'Usage', icon: ChartNoAxesColumn, onClick: open('details') },
        { label: 'Download All Data', icon: Download, onClick: open('archive') },
        isActive
          ? { label: 'Deactivate', icon: Power, onClick: open('deactivate') }
          : { label: 'Activate', icon: Power, onClick: activate },
        { label: 'Remove Client', icon: Trash2, onClick: open('remove'), isDangerous: true },
      ]}
    />
  );
}
