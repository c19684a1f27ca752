import * as z from 'zod/mini';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Id, clientOfRow } from '#shared/fields/fields.ts';
import { counted } from '#shared/values/numbers.ts';
import { PageQuery } from '#shared/protocol/pagination.ts';

export const OPERATION_KINDS = ['delete', 'bulk_delete', 'bulk_update', 'import', 'merge'] as const;

/** One step that changed leads and can be undone as a whole. */
export const Operation = z.object({
  id: Id,
  kind: z.enum(OPERATION_KINDS),
  at: z.iso.datetime(),
  user_id: z.nullable(Id),
  user_name: z.nullable(z.string()),
  clientId: Id,
  ...clientOfRow,
  /** Leads that the operation created, changed or moved to the trash. */
  leads: z.int(),
  /** In words: 'Status → Contacted', 'leads.csv'. */
  summary: z.string(),
  undone_at: z.nullable(z.iso.datetime()),
  can_undo: z.boolean(),
});
export type Operation = z.infer<typeof Operation>;

export const UndoResult = z.object({
  /** Leads that were restored to their previous values. */
  restored: z.int(),
  /** The number of these leads that the operation had created. They are in the trash. */
  removed: z.int(),
  /** Follow-ups given back to the person whose work was handed over. */
  reminders: z.optional(z.int()),
  /** Leads that somebody has changed since. They were left unchanged. */
  changed_since: z.array(z.object({ id: Id, name: z.string() })),
});
export type UndoResult = z.infer<typeof UndoResult>;

/** Leads that the operation had created are gone, the others are restored, and handed over follow-ups given back. */
export function undoneInWords({
  restored,
  removed,
  reminders = 0,
}: Pick<UndoResult, 'restored' | 'removed' | 'reminders'>): string {
  const kept = restored - removed;
  const gone = removed > 0 && `${counted(removed, 'lead')} moved to the trash`;
  const back = (kept > 0 || (removed === 0 && reminders === 0)) && `${counted(kept, 'lead')} restored`;
  const given = reminders > 0 && `${counted(reminders, 'follow-up')} given back`;
  return [gone, back, given].filter(Boolean).join(', ');
}

const tag = 'Operations';

export const operations = {
  list: endpoint({
    method: 'GET',
    path: '/operations',
    permission: 'leads.read',
    tag,
    summary: "Recent operations: one's own; all of the client for admins",
    query: z.object({ ...PageQuery, client_id: z.optional(Id) }),
    data: z.array(Operation),
    paginated: true,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/operations/:id/undo',
    permission: 'leads.write',
    changes: ['leads', 'calls', 'reminders', 'operations'],
    tag,
    summary: 'Take an operation back; leads changed since are reported, not overwritten',
    params: z.object({ id: Id }),
    data: UndoResult,
  }),
};
