import { leadBulk } from '#shared/lead-bulk.ts';
import { SPARE } from '#test/targets.ts';
import { body } from '#test/matrix/example.ts';
import type { Examples } from '#test/matrix/example.ts';

export const examples: Examples = [
  [
    leadBulk.update,
    'update in bulk',
    { input: () => body({ lead_ids: [SPARE.bulk], updates: { status: 'contacted' } }) },
  ],
  [leadBulk.remove, 'delete in bulk', { input: () => body({ lead_ids: [SPARE.doomed] }) }],
];
