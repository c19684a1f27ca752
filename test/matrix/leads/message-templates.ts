import { messageTemplates } from '#shared/leads/message-templates.ts';
import { body, deletesAny, intoAlpha, intoOwner, needsClient } from '#test/matrix/example.ts';
import type { Examples } from '#test/matrix/example.ts';

const template = { channel: 'whatsapp', name: 'Hello', body: 'Hello {name}' };

/** The examples change a shared template, as managers and admins may. */
export const examples: Examples = [
  [messageTemplates.list, 'everyone'],
  [
    messageTemplates.create,
    'everyone',
    { input: (call) => ({ ...intoAlpha(call), ...body(template) }), status: needsClient },
  ],
  [
    messageTemplates.update,
    'everyone',
    {
      object: 'template',
      input: (call) => ({ ...intoOwner(call), ...body({ name: 'Good day' }) }),
      status: deletesAny,
    },
  ],
  [messageTemplates.remove, 'everyone', { object: 'template', input: intoOwner, status: deletesAny }],
  [
    messageTemplates.arrange,
    'everyone',
    { input: (call) => ({ ...intoAlpha(call), ...body({ order: [] }) }), status: needsClient },
  ],
];
