import { keepPreviousData, useQuery } from '@tanstack/react-query';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { roleLabel } from '#shared/permissions.ts';
import { roles } from '#shared/roles.ts';
import type { RoleEntry } from '#shared/roles.ts';
import { query } from '#web/api/query.ts';
import classes from '#web/features/roles/RoleList.module.css';
import { Badge } from '#web/ui/Badge.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column } from '#web/ui/lists/DataList.tsx';

const COLUMNS: readonly Column<RoleEntry>[] = [
  { title: 'Name', cell: ({ name }) => roleLabel(name) },
  { title: 'Description', cell: ({ description }) => description },
  { title: 'Users', cell: ({ userCount }) => userCount, isNumber: true },
  { title: 'Active', cell: ({ isActive }) => (isActive ? 'Yes' : 'No') },
  {
    title: 'Permissions',
    cell: ({ permissions }) => (
      <ul className={classes.chips}>
        {permissions.map((label) => (
          <li key={label}>
            <Badge>{label}</Badge>
          </li>
        ))}
      </ul>
    ),
  },
];

/** The roles with their permissions, from the table that the server enforces. */
export function RoleList({ search }: { search: string }) {
  const source = useQuery({
    ...query(roles.list, { query: search ? { search } : {} }),
    placeholderData: keepPreviousData,
  });
  return (
    <DataList
      name="Roles"
      source={source}
      rows={source.data?.data.roles}
      keyOf={({ id }) => id}
      columns={COLUMNS}
      words={{ loading: 'Loading roles...', failure: 'Failed to load roles', empty: 'No roles found.' }}
      emptyIcon={ShieldCheck}
    />
  );
}
