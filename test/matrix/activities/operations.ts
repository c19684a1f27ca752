import { operations } from '#shared/activities/operations.ts';
import type { Examples } from '#test/matrix/example.ts';

export const examples: Examples = [
  [operations.list, 'everyone', { input: () => ({ query: { page: '1', limit: '100' } }) }],
  [
    operations.undo,
    'everyone',
    { object: 'operation', status: ({ person }) => (person?.role === 'salesrep' ? 404 : undefined) },
  ],
];
