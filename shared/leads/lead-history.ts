import * as z from 'zod/mini';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Id } from '#shared/fields/fields.ts';
import { CHANNELS } from '#shared/leads/message-templates.ts';
import { PageQuery } from '#shared/protocol/pagination.ts';

/** How a change came about. */
export const CHANGE_VIAS = ['edit', 'bulk', 'import', 'merge', 'undo', 'api_key'] as const;
/** `shown`: masked contact details were shown to somebody; `changes` names the fields. */
export const CHANGE_KINDS = ['created', 'updated', 'deleted', 'restored', 'merged', 'shown'] as const;

/**
 * One changed field: its API name, and the old and new value as people read them (names instead of user ids).
 */
export const FieldChange = z.object({
  field: z.string(),
  old: z.nullable(z.string()),
  new: z.nullable(z.string()),
});
export type FieldChange = z.infer<typeof FieldChange>;

const entry = { id: Id, at: z.iso.datetime(), user_name: z.nullable(z.string()) };

/** One entry of a lead's history: a change, a call, a reminder, a note, or an opened chat or email. */
export const HistoryEntry = z.discriminatedUnion('type', [
  z.object({
    ...entry,
    type: z.literal('change'),
    kind: z.enum(CHANGE_KINDS),
    via: z.enum(CHANGE_VIAS),
    changes: z.array(FieldChange),
    /** Why a new lead was given to its owner or left unassigned, in sentences; null when a person chose. */
    reason: z.nullable(z.string()),
  }),
  z.object({
    ...entry,
    type: z.literal('call'),
    call_type: z.string(),
    call_status: z.string(),
    call_outcome: z.nullable(z.string()),
    duration: z.int(),
    /** As in `CallLog`. */
    seconds: z.nullable(z.int()),
    has_recording: z.boolean(),
    notes: z.nullable(z.string()),
  }),
  z.object({
    ...entry,
    type: z.literal('reminder'),
    title: z.string(),
    description: z.nullable(z.string()),
    reminder_date: z.iso.datetime(),
    is_completed: z.boolean(),
    /** The colleague who completed the reminder while its owner was away. */
    handled_by_name: z.nullable(z.string()),
  }),
  z.object({
    ...entry,
    type: z.literal('note'),
    body: z.string(),
    version: z.int(),
    /** The author. */
    user_id: z.nullable(Id),
    edited_at: z.nullable(z.iso.datetime()),
  }),
  z.object({
    ...entry,
    type: z.literal('message'),
    channel: z.enum(CHANNELS),
    /** The name of the template; null without one. */
    template: z.nullable(z.string()),
  }),
]);
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/** The types of entries by which the history can be filtered. */
export const HISTORY_TYPES = ['change', 'call', 'reminder', 'note', 'message'] as const;

export const leadHistory = {
  list: endpoint({
    method: 'GET',
    path: '/leads/:id/timeline',
    permission: 'leads.read',
    tag: 'Leads',
    summary: 'Changes, calls, reminders, notes and opened chats of a lead, newest first',
    params: z.object({ id: Id }),
    query: z.object({ ...PageQuery, type: z.optional(z.enum(HISTORY_TYPES)) }),
    data: z.array(HistoryEntry),
    paginated: true,
  }),
};
