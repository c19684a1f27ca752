import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { LeadFilters } from '#shared/lead-filters.ts';
import { LeadSort } from '#shared/leads.ts';

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const EXPORTS_PER_MINUTE = 6;

export const leadExport = {
  run: endpoint({
    method: 'GET',
    path: '/leads/export',
    permission: 'leads.export',
    tag: 'Leads',
    summary: 'The matching leads as a file, streamed; `x-total-count` tells how many rows come',
    query: z.extend(LeadFilters, {
      ...LeadSort.shape,
      format: z._default(z.enum(EXPORT_FORMATS, 'format must be csv or xlsx.'), 'csv'),
      /** Adds a column with the notes of each lead. */
      with_notes: LeadFilters.shape.show_all,
    }),
    data: z.string(),
    file: 'text/csv',
  }),
};
