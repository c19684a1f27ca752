import { leadBulk } from '#shared/leads/lead-bulk.ts';
import { SPARE } from '#test/safety/targets.ts';
import { body, reachesAlpha } from '#test/matrix/example.ts';
import type { Examples } from '#test/matrix/example.ts';
import type { Principal } from '#test/safety/principals.ts';

const unlessSeen = (principal: Principal) => (reachesAlpha(principal) ? undefined : 404);

export const examples: Examples = [
  [
    leadBulk.update,
    'update in bulk',
    { input: () => body({ lead_ids: [SPARE.bulk], updates: { status: 'contacted' } }) },
  ],
  [
    leadBulk.assign,
    'distribute leads',
    {
      input: (call) => body({ lead_ids: [SPARE.bulk], assigned_to: call.world.alpha.rep.id }),
      status: unlessSeen,
    },
  ],
  [
    leadBulk.previewAssign,
    'distribute leads',
    { input: () => body({ lead_ids: [SPARE.bulk] }), status: unlessSeen },
  ],
  [leadBulk.remove, 'delete in bulk', { input: () => body({ lead_ids: [SPARE.doomed] }) }],
];
