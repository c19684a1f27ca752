import { useQuery } from '@tanstack/react-query';
import { PICKER_SIZE, users } from '#shared/users.ts';
import { query } from '#web/api/query.ts';

/** Answers names by user id, as far as the first page of users has them. */
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
