import { publicLeads } from '#shared/public-leads.ts';
import { body } from '#test/matrix/example.ts';
import type { Examples } from '#test/matrix/example.ts';

export const examples: Examples = [
  // Without an origin and a key nobody is let in, whoever has signed in.
  [
    publicLeads.create,
    'public',
    { input: () => body({ name: 'Asha Patel', email: 'asha@example.com' }), status: () => 403 },
  ],
];
