import { keepPreviousData, useQuery } from '@tanstack/react-query';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { PERMISSIONS, roleLabel } from '#shared/accounts/permissions.ts';
import type { Permission } from '#shared/accounts/permissions.ts';
import { roles } from '#shared/accounts/roles.ts';
import type { RoleEntry } from '#shared/accounts/roles.ts';
import { query } from '#web/api/query.ts';
import classes from '#web/features/roles/RoleList.module.css';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column } from '#web/ui/lists/DataList.tsx';

type Part<P = Permission> = P extends `${infer Area}.${string}` ? Area : never;

/** The areas of the product in list order, with the first words of their permissions. */
const AREAS: Record<string, readonly Part[]> = {
  Leads: ['leads', 'notes', 'messages', 'operations'],
  'Calls and follow-ups': ['calls', 'reminders'],
  Products: ['products'],
  People: ['session', 'users', 'roles', 'absences', 'visibility'],
  Reports: ['reports', 'targets'],
  Company: ['clients', 'working_hours', 'fields', 'distribution', 'api_keys', 'audit'],
};

/** The texts of permissions by area. */
function byArea(permissions: readonly string[]): [area: string, labels: string[]][] {
  const partOf = new Map(
    Object.entries(PERMISSIONS).map(([key, { label }]) => [label as string, key.split('.')[0]]),
  );
  const areas = Object.entries(AREAS).map(([area, parts]): [string, string[]] => [
    area,
    permissions.filter((label) => parts.some((part) => part === partOf.get(label))),
  ]);
  return areas.filter(([, labels]) => labels.length > 0);
}

const COLUMNS: readonly Column<RoleEntry>[] = [
  { title: 'Name', cell: ({ name }) => roleLabel(name) },
  { title: 'Description', cell: ({ description }) => description },
  { title: 'Users', cell: ({ userCount }) => userCount, isNumber: true },
  { title: 'Active', cell: ({ isActive }) => (isActive ? 'Yes' : 'No') },
  {
    title: 'Permissions',
    cell: ({ permissions }) => (
      <dl className={classes.areas}>
        {byArea(permissions).map(([area, labels]) => (
          <div key={area}>
            <dt>{area}</dt>
            <dd>{labels.join(', ')}</dd>
          </div>
        ))}
      </dl>
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
