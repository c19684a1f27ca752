import { randomUUID } from 'node:crypto';
import { leadDuplicates } from '#shared/leads/lead-duplicates.ts';
import { TWIN } from '#test/safety/targets.ts';
import { body } from '#test/matrix/example.ts';
import type { Examples } from '#test/matrix/example.ts';

export const examples: Examples = [
  [leadDuplicates.find, 'everyone', { input: () => ({ query: { email: TWIN } }) }],
  [
    leadDuplicates.merge,
    'everyone',
    { object: 'lead', input: () => body({ lead_id: randomUUID() }), status: () => 404 },
  ],
];
