import { useQuery } from '@tanstack/react-query';
import { productCategories } from '#shared/products.ts';
import { query } from '#web/api/query.ts';

/**
 * The categories of a client, or all the user may see. Lists and forms do without when they cannot be read, so a
 * failure is not raised as a toast.
 */
export function useCategories(clientId?: string, isEnabled = true) {
  return useQuery({
    ...query(productCategories.list, { query: clientId ? { client_id: clientId } : {} }),
    staleTime: 60_000,
    enabled: isEnabled,
    meta: { isSilent: true },
  });
}
