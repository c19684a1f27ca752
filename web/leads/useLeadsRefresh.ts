import { leads } from '#shared/leads.ts';
import { operations } from '#shared/operations.ts';
import { useInvalidate } from '#web/api/query.ts';

/** Reads the leads and the operations again, after something that changed both. */
export function useLeadsRefresh(): () => Promise<void> {
  const refreshLeads = useInvalidate(leads.list);
  const refreshOperations = useInvalidate(operations.list);
  return async () => {
    await Promise.all([refreshLeads(), refreshOperations()]);
  };
}
