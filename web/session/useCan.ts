import { can } from '#shared/permissions.ts';
import type { Permission } from '#shared/permissions.ts';
import { useSession } from '#web/session/useSession.ts';

/** Whether the signed-in user has the permission, by the table that the server uses too. */
export function useCan(permission: Permission): boolean {
  const { user } = useSession();
  return can(user?.role.name, permission);
}
