import { leadNotes } from '#shared/leads/lead-notes.ts';
import {
  UNKNOWN_NOTE,
  createNote,
  getNote,
  removeNote,
  updateNote,
} from '#server/features/lead-notes/lead-notes.queries.ts';
import { idempotencyKey, sayReplayed } from '#server/http/idempotency-key.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';
import { UNKNOWN_LEAD } from '#server/leads/list/leads.queries.ts';

export function leadNoteRoutes(server: Server): void {
  serve(server, leadNotes.create, async ({ scope, params, body, request, reply }) => {
    const key = idempotencyKey(request);
    const client = await scope.owning('leads', params.id, UNKNOWN_LEAD);
    const { made, isReplay, seen } = await createNote(client, params.id, body.body, key);
    sayReplayed(reply, isReplay);
    return { data: seen ?? (await getNote(client, made.id)), message: 'Note saved' };
  });
  serve(server, leadNotes.update, async ({ scope, params, body }) => {
    const client = await scope.owning('lead_notes', params.id, UNKNOWN_NOTE);
    await updateNote(client, params.id, body);
    return { data: await getNote(client, params.id), message: 'Note changed' };
  });
  serve(server, leadNotes.remove, async ({ scope, params }) => {
    const client = await scope.owning('lead_notes', params.id, UNKNOWN_NOTE);
    await removeNote(client, params.id);
    return { data: params, message: 'Note deleted' };
  });
}
