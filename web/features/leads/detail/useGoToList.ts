import { useLocation, useNavigate } from 'react-router';
import { listLink, listSearchOf } from '#web/leads/list/list-link.ts';
import type { FROM_LIST } from '#web/leads/useLastOpened.ts';

/**
 * Returns to the list that a lead was opened from: one step back if that is the list, else by the address in
 * `from`.
 */
export function useGoToList(): () => void {
  const navigate = useNavigate();
  const location = useLocation();
  const isFromList = (location.state as Partial<typeof FROM_LIST> | null)?.fromList === true;
  return () => void (isFromList ? navigate(-1) : navigate(listLink(listSearchOf(location))));
}
