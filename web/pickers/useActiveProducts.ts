import { useQuery } from '@tanstack/react-query';
import { PRODUCT_PICKER_SIZE, products } from '#shared/leads/products.ts';
import { query } from '#web/api/query.ts';

/**
 * The products that forms offer: the active ones of a client, or of the user's own. Empty after a failure.
 */
export function useActiveProducts(clientId: string | undefined, isEnabled = true, search = '') {
  return useQuery({
    ...query(products.list, {
      query: {
        is_active: 'true',
        limit: String(PRODUCT_PICKER_SIZE),
        sort_by: 'name',
        sort_order: 'asc',
        ...(search && { search }),
        ...(clientId && { client_id: clientId }),
      },
    }),
    staleTime: 60_000,
    enabled: isEnabled,
    meta: { isSilent: true },
    placeholderData: (previous) => previous,
  });
}
