import { useQuery } from '@tanstack/react-query';
import { PICKER_SIZE, users } from '#shared/accounts/users.ts';
import type { User } from '#shared/accounts/users.ts';
import { MAX_PAGE_SIZE } from '#shared/protocol/pagination.ts';
import { query } from '#web/api/query.ts';
import { toldApart } from '#web/lib/names/tell-apart.ts';
import { useAbsences } from '#web/pickers/useAbsences.ts';

type Wanted = {
  search?: string;
  /** Only these users, up to a page of ids separated by commas; nobody if there are none. */
  ids?: string;
  /** Only users of this client. */
  clientId?: string | undefined;
  /** Only users without a client. */
  isWithoutClient?: boolean | undefined;
  /** Includes former colleagues. */
  withFormer?: boolean | undefined;
  /** Only the user's own team. */
  isTeam?: boolean | undefined;
  only?: ((user: User) => boolean) | undefined;
};

/**
 * The first 50 users by name and email, or those with the ids, as options. `pagination` has the total;
 * `isPending` while the wanted ones load.
 */
export function useColleagues(wanted: Wanted) {
  const { search, ids, clientId, isWithoutClient, withFormer = false, isTeam, only = () => true } = wanted;
  const { away } = useAbsences(clientId);
  const isAsked = ids !== '';
  const { data, isError, isPending, isPlaceholderData } = useQuery({
    ...query(users.list, {
      query: {
        limit: String(ids === undefined ? PICKER_SIZE : MAX_PAGE_SIZE),
        ...(ids !== undefined && { ids }),
        ...(!withFormer && { is_active: 'true' }),
        ...(isTeam && { team_of: 'me' }),
        ...(search && { search }),
        ...(clientId && { client_id: clientId }),
        ...(isWithoutClient && { client_id: 'none' as const }),
      },
    }),
    staleTime: 60_000,
    enabled: isAsked,
    placeholderData: (previous) => previous,
  });
  const named = (data?.data.users ?? []).filter(only).map(({ id, email, isActive, firstName, lastName }) => ({
    id,
    email,
    isActive,
    name: `${firstName} ${lastName}`.trim() || email,
  }));
  const colleagues = toldApart(named).map(({ id, name, email, isActive }) => {
    const note = isActive ? away(id) : 'inactive';
    return { value: id, label: note ? `${name} (${note})` : name, also: email };
  });
  return {
    colleagues,
    pagination: data?.pagination,
    isError,
    isPending: isAsked && (isPending || isPlaceholderData),
  };
}
