import { useQuery } from '@tanstack/react-query';
import { optionLabel } from '#shared/fields/lead-options.ts';
import type { Option } from '#shared/fields/lead-options.ts';
import { leads } from '#shared/leads/leads.ts';
import { query } from '#web/api/query.ts';
import { useFieldConfiguration } from '#web/leads/fields/useFieldConfiguration.ts';

/** The available statuses and sources: the configured options, then values that only occur in the data. */
export function useLeadOptions(clientId?: string): { status: Option[]; source: Option[] } {
  const { options } = useFieldConfiguration(clientId);
  const { data } = useQuery({
    ...query(leads.values, { query: clientId ? { client_id: clientId } : {} }),
    staleTime: 60_000,
  });
  return {
    status: withValues(options('status'), data?.data.status),
    source: withValues(options('source'), data?.data.source),
  };
}

/** Returns the options, followed by the values that are not options. */
export function withValues(options: readonly Option[], values: readonly string[] = []): Option[] {
  const known = new Set(options.map(({ value }) => value));
  const extra = values.filter((value) => value !== '' && !known.has(value));
  return [...options, ...extra.map((value) => ({ value, label: optionLabel(value) }))];
}
