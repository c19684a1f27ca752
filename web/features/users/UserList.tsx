import { keepPreviousData, useQuery } from '@tanstack/react-query';
import UsersRound from 'lucide-react/icons/users-round';
import { formatDate } from '#shared/values/dates.ts';
import { PERMISSIONS, roleLabel } from '#shared/accounts/permissions.ts';
import { users } from '#shared/accounts/users.ts';
import type { User } from '#shared/accounts/users.ts';
import { query } from '#web/api/query.ts';
import { UserMenu } from '#web/features/users/UserMenu.tsx';
import type { OpenUserPopup } from '#web/features/users/user-popup.ts';
import { useTimeZones } from '#web/leads/useTimeZone.ts';
import type { ChangeListParams, ListParams } from '#web/lib/hooks/useListParams.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column } from '#web/ui/lists/DataList.tsx';

const columnsIn = (zone: (clientId: string | null) => string): readonly Column<User>[] => [
  { title: 'Name', cell: ({ firstName, lastName }) => `${firstName} ${lastName}` },
  { title: 'Email', cell: ({ email }) => email },
  { title: 'Client', cell: ({ client }) => client?.clientName ?? '-' },
  { title: 'Role', cell: ({ role }) => roleLabel(role.name) },
  {
    title: 'Status',
    cell: ({ isActive }) => (
      <Badge tone={isActive ? 'green' : 'neutral'} withDot>
        {isActive ? 'Active' : 'Inactive'}
      </Badge>
    ),
  },
  { title: 'Created', cell: ({ createdAt, clientId }) => formatDate(createdAt, zone(clientId)) },
  { title: 'Manager', cell: ({ manager }) => manager?.name ?? '-' },
];

type Props = { params: ListParams; onChange: ChangeListParams; onOpen: OpenUserPopup };

/** Loads the list. The page with the list uses the same query. */
export function useUserList({ search, page, team }: ListParams) {
  return useQuery({
    ...query(users.list, {
      query: { page: String(page), limit: '24', ...(search && { search }), ...(team && { team_of: team }) },
    }),
    placeholderData: keepPreviousData,
  });
}

/** The users the caller may see. */
export function UserList({ params, onChange, onOpen }: Props) {
  const source = useUserList(params);
  const rows = source.data?.data.users;
  const zone = useTimeZones(rows?.flatMap(({ clientId }) => clientId ?? []) ?? []);
  return (
    <DataList
      name="Users"
      source={source}
      rows={rows}
      keyOf={({ id }) => id}
      columns={columnsIn(zone)}
      actions={(user) => <UserMenu user={user} onOpen={onOpen} />}
      words={{
        loading: 'Loading users...',
        failure: 'Failed to load users',
        empty: 'No users found.',
        deniedTitle: 'Access Restricted',
        denied: PERMISSIONS['users.manage'].refusal,
      }}
      emptyIcon={UsersRound}
      pagination={source.data?.pagination}
      onPage={(next, options) => onChange({ page: next }, options)}
    />
  );
}
