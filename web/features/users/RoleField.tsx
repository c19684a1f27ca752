import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { foldRole, mayManage, roleLabel } from '#shared/accounts/permissions.ts';
import { roles } from '#shared/accounts/roles.ts';
import { query } from '#web/api/query.ts';
import { useUser } from '#web/session/useSession.ts';

type Props = { value?: string; onChange?: (value: string) => void; error?: unknown };

/** The roles that the user can assign. Only a superadmin can create superadmins. */
export function RoleField({ value = '', onChange, error }: Props) {
  const { role } = useUser();
  const { data, isPending, isError } = useQuery(query(roles.list, {}));
  const options = (data?.data.roles ?? [])
    .filter(({ name }) => mayManage(role.name, foldRole(name)))
    .map(({ id, name }) => ({ value: id, label: roleLabel(name) }));
  return (
    <Select
      label="Role"
      placeholder={isPending ? 'Loading roles...' : 'Select a role'}
      data={options}
      value={value || null}
      onChange={(id) => onChange?.(id ?? '')}
      error={isError ? 'Failed to load roles' : (error as string | undefined)}
      required
      allowDeselect={false}
    />
  );
}
