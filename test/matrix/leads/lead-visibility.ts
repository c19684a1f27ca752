import { leadVisibility } from '#shared/leads/lead-visibility.ts';
import { body } from '#test/matrix/example.ts';
import type { Examples } from '#test/matrix/example.ts';

const right = 'choose whose leads are seen';

export const examples: Examples = [
  [leadVisibility.get, right, { object: 'client', keeps: true }],
  [
    leadVisibility.update,
    right,
    { object: 'client', keeps: true, input: () => body({ salesrep: 'company' }) },
  ],
];
