import { callLogs } from '#shared/activities/call-logs.ts';
import type { Principal } from '#test/safety/principals.ts';
import { mayFurther } from '#test/safety/rights.ts';
import { SPARE } from '#test/safety/targets.ts';
import { body, reachesAlpha } from '#test/matrix/example.ts';
import type { Examples } from '#test/matrix/example.ts';

/** The calls in the matrix belong to the manager. */
const changesAny = ({ person }: Principal) => (mayFurther(person, 'calls.change_any') ? undefined : 403);

export const examples: Examples = [
  [callLogs.forLead, 'everyone', { object: 'lead' }],
  [callLogs.list, 'everyone', { input: () => ({ query: { page: '1', limit: '100' } }) }],
  [callLogs.get, 'everyone', { object: 'call' }],
  [
    callLogs.create,
    'everyone',
    {
      input: () => body({ lead_id: SPARE.called, duration: 5, notes: 'From the matrix' }),
      status: (principal) => (reachesAlpha(principal) ? undefined : 404),
    },
  ],
  [
    callLogs.update,
    'everyone',
    { object: 'call', input: () => body({ notes: 'Changed' }), status: changesAny },
  ],
  [callLogs.remove, 'everyone', { object: 'call', status: changesAny }],
];
