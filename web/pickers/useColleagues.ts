import { useQuery } from '@tanstack/react-query';
import { PICKER_SIZE, users } from '#shared/accounts/users.ts';
import type { User } from '#shared/accounts/users.ts';
import { query } from '#web/api/query.ts';
import { toldApart } from '#web/lib/names/tell-apart.ts';
import { useAbsences } from '#web/pickers/useAbsences.ts';

type Wanted = {
  search: string;
  /** Only users of this client. */
  clientId?: string | undefined;
  /** Includes former colleagues. */
  withFormer?: boolean | undefined;
  /** Only the user's own team. */
  isTeam?: boolean | undefined;
  only?: ((user: User) => boolean) | undefined;
};

/**
 * The first 50 users by name and email, as options; with `isPlaceholderData` still those of the last search.
 * `pagination` has the total.
 */
export function useColleagues({ search, clientId, withFormer = false, isTeam, only = () => true }: Wanted) {
  const { away } = useAbsences(clientId);
  const { data, isError, isPlaceholderData } = useQuery({
    ...query(users.list, {
      query: {
        limit: String(PICKER_SIZE),
        ...(!withFormer && { is_active: 'true' }),
        ...(isTeam && { team_of: 'me' }),
        ...(search && { search }),
        ...(clientId && { client_id: clientId }),
      },
    }),
    staleTime: 60_000,
    placeholderData: (previous) => previous,
  });
  const named = (data?.data.users ?? []).filter(only).map(({ id, email, isActive, firstName, lastName }) => ({
    id,
    email,
    isActive,
    name: `${firstName} ${lastName}`.trim() || email,
  }));
  const colleagues = toldApart(named).map(({ id, name, isActive }) => {
    const note = isActive ? away(id) : 'inactive';
    return { value: id, label: note ? `${name} (${note})` : name };
  });
  return { colleagues, pagination: data?.pagination, isError, isPlaceholderData };
}
