import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { apiKeys } from '#shared/accounts/api-keys.ts';
import { query } from '#web/api/query.ts';

/** A page of the keys. */
export function useApiKeys(page: number) {
  return useQuery({
    ...query(apiKeys.list, { query: { page: String(page), limit: '24' } }),
    placeholderData: keepPreviousData,
  });
}
