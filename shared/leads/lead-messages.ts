import * as z from 'zod/mini';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Id } from '#shared/fields/fields.ts';
import { CHANNELS } from '#shared/leads/message-templates.ts';

/**
 * An entry of the history: somebody opened WhatsApp or the email app for a lead. Whether anything was
 * sent, and what, is not known here.
 */
const LeadMessage = z.object({
  id: Id,
  lead_id: Id,
  channel: z.enum(CHANNELS),
  /** The name of the template that filled in the text; null without a template. */
  template: z.nullable(z.string()),
  created_at: z.iso.datetime(),
});
export type LeadMessage = z.infer<typeof LeadMessage>;

export const leadMessages = {
  create: endpoint({
    method: 'POST',
    path: '/leads/:id/messages',
    permission: 'messages.write',
    tag: 'Messages',
    summary: "Note in a lead's timeline that WhatsApp or the email app was opened",
    changes: ['messages', 'leads'],
    mayWait: true,
    params: z.object({ id: Id }),
    body: z.object({
      channel: z.enum(CHANNELS, 'Choose WhatsApp or email.'),
      template_id: z.optional(Id),
    }),
    data: LeadMessage,
    status: 201,
  }),
};
