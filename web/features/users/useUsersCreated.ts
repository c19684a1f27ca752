import { useQuery } from '@tanstack/react-query';
import { ADMIN_USER_LIMIT, users } from '#shared/accounts/users.ts';
import { query } from '#web/api/query.ts';
import { useCan } from '#web/session/useCan.ts';
import { useUser } from '#web/session/useSession.ts';

/** The number of users that the admin has created; undefined for a superadmin, who has no limit, and while unknown. */
export function useUsersCreated(): { created: number | undefined; isReached: boolean } {
  const { isSuperAdmin } = useUser();
  const isLimited = useCan('users.create') && !isSuperAdmin;
  const { data } = useQuery({ ...query(users.list, { query: { limit: '1' } }), enabled: isLimited });
  const created = isLimited ? data?.data.createdByMe : undefined;
  return { created, isReached: created !== undefined && created >= ADMIN_USER_LIMIT };
}
