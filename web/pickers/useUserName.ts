import { useQuery } from '@tanstack/react-query';
import { PICKER_SIZE, users } from '#shared/accounts/users.ts';
import { MAX_PAGE_SIZE } from '#shared/protocol/pagination.ts';
import { query } from '#web/api/query.ts';
import { idsBeyond } from '#web/pickers/ids-beyond.ts';

/**
 * Returns a function from id to name for these users; words among the ids are ignored. Most are in the first
 * page of users, which pickers load as well; the others are asked for.
 */
export function useUserName(ids: readonly string[]): (userId: string) => string | undefined {
  const { data: first } = useQuery({
    ...query(users.list, { query: { limit: String(PICKER_SIZE) } }),
    staleTime: 60_000,
    enabled: idsBeyond(ids, []) !== '',
  });
  const found = first?.data.users ?? [];
  const others = idsBeyond(ids, found);
  const { data: more } = useQuery({
    ...query(users.list, { query: { ids: others, limit: String(MAX_PAGE_SIZE) } }),
    staleTime: 60_000,
    enabled: first !== undefined && others !== '',
    placeholderData: (previous) => previous,
  });
  return (userId) => {
    const user = [...found, ...(more?.data.users ?? [])].find(({ id }) => id === userId);
    return user && (`${user.firstName} ${user.lastName}`.trim() || user.email);
  };
}
