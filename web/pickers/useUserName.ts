import { useQuery } from '@tanstack/react-query';
import { PICKER_SIZE, users } from '#shared/accounts/users.ts';
import { query } from '#web/api/query.ts';

/** Returns a function from user id to name, limited to the first page of users. */
export function useUserName(isEnabled: boolean): (userId: string) => string | undefined {
  const { data } = useQuery({
    ...query(users.list, { query: { limit: String(PICKER_SIZE) } }),
    staleTime: 60_000,
    enabled: isEnabled,
  });
  return (userId) => {
    const user = data?.data.users.find(({ id }) => id === userId);
    return user && `${user.firstName} ${user.lastName}`.trim();
  };
}
