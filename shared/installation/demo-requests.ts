import * as z from 'zod/mini';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Email, requiredText, text } from '#shared/fields/fields.ts';
import { Instant } from '#shared/values/instant.ts';

/** @public A name in the OpenAPI document. */
export const DemoRequest = z.object({
  name: requiredText(200, 'Full Name is required'),
  email: Email,
  phone: z.optional(text(40, 'Phone')),
  company: z.optional(text(200, 'Company')),
  message: z.optional(text(2000, 'Message')),
  /** The start of the demo: one of the slots on offer. */
  starts_at: Instant('starts_at'),
  /** A hidden field that only bots fill in; nothing of such a request is stored. */
  website: z.optional(text(500)),
});

export const demoRequests = {
  create: endpoint({
    method: 'POST',
    path: '/public/demo-requests',
    permission: 'public',
    changes: ['leads'],
    tag: 'Public',
    summary: 'Book a demo: a lead of the client in DEMO_CLIENT; without that setting 404',
    body: DemoRequest,
    data: z.object({}),
    status: 201,
  }),
};
