import * as z from 'zod/mini';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Id, cleanLine, requiredLine, requiredText, text } from '#shared/fields/fields.ts';

/** The channels for messages. Each opens another program. */
export const CHANNELS = ['whatsapp', 'email'] as const;
export type Channel = (typeof CHANNELS)[number];
export const CHANNEL_LABELS: Record<Channel, string> = { whatsapp: 'WhatsApp', email: 'Email' };
/** The program that opens, as the history names it. */
export const PROGRAMS: Record<Channel, string> = { whatsapp: 'WhatsApp', email: 'the email app' };

/** The maximum number of templates per user, and of shared templates per client. */
export const MAX_TEMPLATES = 50;
/** The maximum lengths of a template's name, subject and text, in code points. */
export const MAX_TEMPLATE_NAME = 60;
export const MAX_SUBJECT = 200;
export const MAX_BODY = 2000;

/** A template for messages to leads, with placeholders. */
export const MessageTemplate = z.object({
  id: Id,
  channel: z.enum(CHANNELS),
  name: z.string(),
  /** The subject of an email; '' without one, and for WhatsApp. */
  subject: z.string(),
  body: z.string(),
  /** Whether everybody in the client sees and can use the template. */
  is_shared: z.boolean(),
  /** Whether the caller may change and delete the template. */
  can_edit: z.boolean(),
  /** The version of the row: an edit based on another version is rejected with 412. */
  version: z.string(),
});
export type MessageTemplate = z.infer<typeof MessageTemplate>;

const fields = {
  channel: z.enum(CHANNELS, 'Choose WhatsApp or email.'),
  name: requiredLine(MAX_TEMPLATE_NAME, 'Name the template.'),
  subject: text(MAX_SUBJECT, 'Subject', undefined, cleanLine),
  body: requiredText(MAX_BODY, 'Write the text.'),
  is_shared: z.boolean('is_shared must be true or false.'),
};

/** A new template, as forms and the server validate it. */
export const NewTemplate = z.object({
  ...fields,
  subject: z._default(fields.subject, ''),
  is_shared: z._default(fields.is_shared, false),
});

const tag = 'Messages';
const change = { tag, permission: 'messages.write', changes: ['templates'] } as const;
const clientOfTemplate = z.object({ clientId: z.optional(Id) });
const TemplateId = z.object({ id: Id });

export const messageTemplates = {
  list: endpoint({
    method: 'GET',
    path: '/message-templates',
    permission: 'messages.write',
    tag,
    summary: "Message templates of a client: shared ones, then the caller's own, in their order",
    query: z.object({ client_id: z.optional(Id) }),
    data: z.array(MessageTemplate),
  }),
  create: endpoint({
    ...change,
    method: 'POST',
    path: '/message-templates',
    summary: 'Write a template',
    query: clientOfTemplate,
    body: NewTemplate,
    data: TemplateId,
    status: 201,
  }),
  update: endpoint({
    ...change,
    method: 'PATCH',
    path: '/message-templates/:id',
    summary: 'Change the sent parts of a template; a stale `version` is answered 412',
    params: TemplateId,
    query: clientOfTemplate,
    body: z.partial(z.object({ ...fields, version: z.string() })),
    data: TemplateId,
  }),
  remove: endpoint({
    ...change,
    method: 'DELETE',
    path: '/message-templates/:id',
    summary: 'Delete a template; the timelines keep its name',
    params: TemplateId,
    query: clientOfTemplate,
    data: TemplateId,
  }),
  arrange: endpoint({
    ...change,
    method: 'PUT',
    path: '/message-templates/order',
    summary: 'The order of the templates that the caller may change',
    query: clientOfTemplate,
    body: z.object({
      order: z.array(Id).check(z.maxLength(2 * MAX_TEMPLATES, 'The order names too many templates.')),
    }),
    data: z.object({}),
  }),
};
