import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { Id } from '#shared/fields.ts';

export const CallLog = z.object({
  id: Id,
  lead_id: Id,
  user_id: z.nullable(Id),
  called_by: z.nullable(Id),
  user_name: z.nullable(z.string()),
  call_date: z.iso.datetime(),
  call_type: z.string(),
  call_status: z.string(),
  call_outcome: z.nullable(z.string()),
  /** Whole minutes. */
  duration: z.int(),
  notes: z.nullable(z.string()),
});
export type CallLog = z.infer<typeof CallLog>;

export const callLogs = {
  forLead: endpoint({
    method: 'GET',
    path: '/call-logs/lead/:id',
    permission: 'leads.read',
    tag: 'Call logs',
    summary: 'The calls of a lead, newest first',
    params: z.object({ id: Id }),
    data: z.array(CallLog),
  }),
};
