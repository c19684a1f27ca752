import { can } from '#shared/accounts/permissions.ts';
import type { Permission } from '#shared/accounts/permissions.ts';
import { isPlaceless } from '#web/session/company-of.ts';
import { useSession } from '#web/session/useSession.ts';

/** Permissions that work without a client. All others would be rejected for lack of one. */
const WITHOUT_CLIENT: readonly Permission[] = [
  'session.own',
  'leads.read',
  'calls.read',
  'reminders.read',
  'products.read',
  'reports.read',
];

/**
 * Whether the signed-in user has the permission, by the table that the server uses, and a client to use it
 * in.
 */
export function useCan(permission: Permission): boolean {
  const { user } = useSession();
  if (user && isPlaceless(user) && !WITHOUT_CLIENT.includes(permission)) return false;
  if (permission === 'leads.export' && user?.mayExport === false) return false;
  return can(user?.role.name, permission);
}
