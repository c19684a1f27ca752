import { useQuery } from '@tanstack/react-query';
import { products } from '#shared/leads/products.ts';
import { MAX_PAGE_SIZE } from '#shared/protocol/pagination.ts';
import { query } from '#web/api/query.ts';
import { idsBeyond } from '#web/pickers/ids-beyond.ts';
import { useActiveProducts } from '#web/pickers/useActiveProducts.ts';

/**
 * Returns a function from id to name for these products of a client, or of all clients that the user sees.
 * Most are in the first page of active ones, which forms load as well; the others are asked for.
 */
export function useProductName(
  ids: readonly string[],
  clientId: string | undefined,
): (productId: string) => string | undefined {
  const { data: first } = useActiveProducts(clientId, idsBeyond(ids, []) !== '');
  const others = idsBeyond(ids, first?.data ?? []);
  const { data: more } = useQuery({
    ...query(products.list, {
      query: { ids: others, limit: String(MAX_PAGE_SIZE), ...(clientId && { client_id: clientId }) },
    }),
    staleTime: 60_000,
    enabled: first !== undefined && others !== '',
    meta: { isSilent: true },
    placeholderData: (previous) => previous,
  });
  return (productId) =>
    [...(first?.data ?? []), ...(more?.data ?? [])].find(({ id }) => id === productId)?.name;
}
