import * as z from 'zod/mini';
import { XLSX_TYPE } from '#shared/protocol/content-types.ts';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { text } from '#shared/fields/fields.ts';
import { LeadFilters } from '#shared/fields/lead-filters.ts';
import { LeadSort } from '#shared/leads/leads.ts';

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const EXPORTS_PER_MINUTE = 6;

/** Room for every field, with the longest keys. */
const MAX_COLUMNS_TEXT = 8000;

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
      /** The keys of the fields in the file, in order, separated by commas; absent for every field. */
      columns: z.optional(
        z.pipe(
          text(MAX_COLUMNS_TEXT, 'columns'),
          z.transform((keys) => [...new Set(keys.split(',').map((key) => key.trim()))]),
        ),
      ),
    }),
    data: z.string(),
    file: 'text/csv',
    otherFile: XLSX_TYPE,
  }),
};
