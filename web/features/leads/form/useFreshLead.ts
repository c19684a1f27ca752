import { useQuery } from '@tanstack/react-query';
import { leads } from '#shared/leads/leads.ts';
import type { Lead } from '#shared/leads/lead.ts';
import { query } from '#web/api/query.ts';

type FreshLead = { lead: Lead | undefined; error: Error | null; retry: () => void };

/**
 * Loads a lead for editing: an older copy would make every edit stale. After a later failure the loaded lead
 * stays.
 */
export function useFreshLead(leadId: string): FreshLead {
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...query(leads.get, { params: { id: leadId } }),
    staleTime: 0,
  });
  const lead = isFetchedAfterMount ? data?.data : undefined;
  return { lead, error: lead ? null : error, retry: () => void refetch() };
}
