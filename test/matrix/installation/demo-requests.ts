import { demoRequests } from '#shared/installation/demo-requests.ts';
import { body } from '#test/matrix/example.ts';
import type { Examples } from '#test/matrix/example.ts';

export const examples: Examples = [
  // The matrix's installation takes no demo requests.
  [
    demoRequests.create,
    'public',
    {
      input: () => body({ name: 'Asha', email: 'asha@example.com', starts_at: '2026-12-01T04:30:00Z' }),
      status: () => 404,
    },
  ],
];
