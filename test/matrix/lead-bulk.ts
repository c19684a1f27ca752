import { leadBulk } from '#shared/lead-bulk.ts';
import { SPARE } from '#test/targets.ts';
import { body } from '#test/matrix/example.ts';
import type { Examples } from '#test/matrix/example.ts';

export const examples: Examples = [
  [leadBulk.update, { input: () => body({ lead_ids: [SPARE.bulk], updates: { status: 'contacted' } }) }],
  [leadBulk.remove, { input: () => body({ lead_ids: [SPARE.doomed] }) }],
];
