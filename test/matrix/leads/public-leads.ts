import { publicLeads } from '#shared/leads/public-leads.ts';
import { body } from '#test/matrix/example.ts';
import type { Examples } from '#test/matrix/example.ts';

export const examples: Examples = [
  // Nobody is let in without an origin and a key, signed in or not.
  [
    publicLeads.create,
    'public',
    { input: () => body({ name: 'Asha Patel', email: 'asha@example.com' }), status: () => 403 },
  ],
];
