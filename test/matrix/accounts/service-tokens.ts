import { serviceTokens } from '#shared/accounts/service-tokens.ts';
import { intoAlpha, needsClient } from '#test/matrix/example.ts';
import type { Examples } from '#test/matrix/example.ts';

const body = { name: 'Nightly', scope: 'read', days: 30 };
const right = 'manage API keys';

export const examples: Examples = [
  [serviceTokens.list, right],
  [
    serviceTokens.create,
    right,
    { input: (call) => ({ ...intoAlpha(call), body }), status: needsClient, spends: true },
  ],
  [serviceTokens.remove, right, { object: 'service token' }],
];
