import { targets } from '#shared/activities/targets.ts';
import { body, intoAlpha, intoOwner, needsClient } from '#test/matrix/example.ts';
import type { Call, Examples } from '#test/matrix/example.ts';

const right = 'set targets';
const month = '2040-01';
const target = { month, calls: 40, converted: null, converted_value: 250_000.5 };

export const examples: Examples = [
  [targets.own, 'everyone'],
  [targets.list, right, { input: () => ({ query: { month } }) }],
  [
    targets.change,
    right,
    {
      object: 'user',
      keeps: true,
      input: (call: Call) => ({ ...intoOwner(call), ...body(target) }),
      // Nobody reports to the manager.
      status: ({ person }) => (person?.role === 'manager' && person.clientId !== null ? 404 : undefined),
    },
  ],
  [
    targets.changeAll,
    right,
    {
      input: (call: Call) => ({ ...intoAlpha(call), ...body({ month, calls: 40 }) }),
      status: needsClient,
    },
  ],
  [
    targets.copy,
    right,
    { input: (call: Call) => ({ ...intoAlpha(call), ...body({ month }) }), status: needsClient },
  ],
];
