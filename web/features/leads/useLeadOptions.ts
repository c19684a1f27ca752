import { useQuery } from '@tanstack/react-query';
import { leadField } from '#shared/lead-fields.ts';
import { optionLabel } from '#shared/lead-options.ts';
import type { Option } from '#shared/lead-options.ts';
import { leads } from '#shared/leads.ts';
import { query } from '#web/api/query.ts';

/** Statuses and sources to choose from: the configured options, then the values that only the data has. */
export function useLeadOptions(clientId?: string): { status: Option[]; source: Option[] } {
  const { data } = useQuery({
    ...query(leads.values, { query: clientId ? { client_id: clientId } : {} }),
    staleTime: 60_000,
  });
  return {
    status: merged(leadField('status').options, data?.data.status),
    source: merged(leadField('source').options, data?.data.source),
  };
}

function merged(options: readonly Option[] = [], values: readonly string[] = []): Option[] {
  const known = new Set(options.map(({ value }) => value));
  const extra = values.filter((value) => value !== '' && !known.has(value));
  return [...options, ...extra.map((value) => ({ value, label: optionLabel(value) }))];
}
