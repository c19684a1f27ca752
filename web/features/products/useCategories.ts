import { useQuery } from '@tanstack/react-query';
import { productCategories } from '#shared/leads/products.ts';
import { query } from '#web/api/query.ts';

/**
 * The categories of a client, or all that the user may see. Lists and forms work without them, so a failure
 * raises no toast.
 */
export function useCategories(clientId?: string, isEnabled = true) {
  return useQuery({
    ...query(productCategories.list, { query: clientId ? { client_id: clientId } : {} }),
    staleTime: 60_000,
    enabled: isEnabled,
    meta: { isSilent: true },
  });
}
