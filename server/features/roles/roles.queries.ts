import { foldRole, PERMISSIONS, permissionsOf, roleLabel } from '#shared/accounts/permissions.ts';
import type { Scope } from '#server/db/scope.ts';
import { openCore } from '#server/db/system-scope.ts';

/** The roles with the number of users visible to the caller, and their permissions as text. */
export async function listRoles(scope: Scope, search: string | undefined) {
  const { user } = scope;
  const core = openCore(scope);
  const query = core
    .selectFrom('core.roles as r')
    .leftJoin('core.users as u', (join) => {
      const all = join.onRef('u.role_id', '=', 'r.id');
      return user.seesAllClients ? all : all.on('u.client_id', '=', user.client?.id ?? null);
    })
    .select(['r.id', 'r.name', 'r.description', 'r.is_active'])
    .select(({ fn }) => fn.count<number>('u.id').as('users'))
    .groupBy('r.id')
    .orderBy('r.id');
  const rows = (await query.execute()).filter((row) => isFound(row, search));
  return rows.map((row) => {
    const role = foldRole(row.name);
    return {
      id: row.id,
      name: row.name,
      description: row.description,
      userCount: row.users,
      isActive: row.is_active,
      permissions: role ? permissionsOf(role).map((permission) => PERMISSIONS[permission].label) : [],
    };
  });
}

/** Searches name, display name and description; ignores spaces in a role's name. */
function isFound({ name, description }: { name: string; description: string }, search = ''): boolean {
  return [name, roleLabel(name), description].some((text) =>
    text.toLowerCase().includes(search.trim().toLowerCase()),
  );
}
