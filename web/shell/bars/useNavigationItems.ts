import { can } from '#shared/accounts/permissions.ts';
import { NAVIGATION } from '#web/navigation.ts';
import type { NavigationItem } from '#web/navigation.ts';
import { useUser } from '#web/session/useSession.ts';

/** The navigation items that the signed-in user's role can see. */
export function useNavigationItems(): NavigationItem[] {
  const { role } = useUser();
  return NAVIGATION.filter(({ permission }) => can(role.name, permission));
}
