import * as z from 'zod/mini';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Id, requiredText } from '#shared/fields/fields.ts';

/** The maximum length of a note, in characters. */
export const MAX_NOTE = 5000;

/** A note on a lead: a separate entry of the history, unlike the lead's field of that name. */
export const LeadNote = z.object({
  id: Id,
  version: z.int(),
  lead_id: Id,
  body: z.string(),
  /** The author. */
  user_id: z.nullable(Id),
  user_name: z.nullable(z.string()),
  created_at: z.iso.datetime(),
  /** The time of the latest edit; null for a note that was never edited. */
  edited_at: z.nullable(z.iso.datetime()),
  clientId: Id,
});
export type LeadNote = z.infer<typeof LeadNote>;

const body = requiredText(MAX_NOTE, 'Write something first.');

/** An edit. A stale `version` is rejected with 412. */
const LeadNoteUpdate = z.object({ body, version: z.optional(z.int('version must be a whole number.')) });
export type LeadNoteUpdate = z.infer<typeof LeadNoteUpdate>;

const note = {
  tag: 'Notes',
  permission: 'notes.write',
  changes: ['notes'],
  params: z.object({ id: Id }),
} as const;

export const leadNotes = {
  create: endpoint({
    ...note,
    mayWait: true,
    method: 'POST',
    path: '/leads/:id/notes',
    summary: "Write a note into a lead's timeline",
    body: z.object({ body }),
    data: LeadNote,
    status: 201,
  }),
  update: endpoint({
    ...note,
    method: 'PUT',
    path: '/notes/:id',
    summary: "Change a note of one's own",
    body: LeadNoteUpdate,
    data: LeadNote,
  }),
  remove: endpoint({
    ...note,
    method: 'DELETE',
    path: '/notes/:id',
    summary: "Delete a note: one's own, or as an admin anybody's",
    data: z.object({ id: Id }),
  }),
};
