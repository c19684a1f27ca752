import { leadMessages } from '#shared/leads/lead-messages.ts';
import { body } from '#test/matrix/example.ts';
import type { Examples } from '#test/matrix/example.ts';

export const examples: Examples = [
  [leadMessages.create, 'everyone', { object: 'lead', input: () => body({ channel: 'whatsapp' }) }],
];
