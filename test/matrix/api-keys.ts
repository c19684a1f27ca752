import { apiKeys } from '#shared/api-keys.ts';
import { nextKey } from '#test/targets.ts';
import { body } from '#test/matrix/example.ts';
import type { Examples } from '#test/matrix/example.ts';

export const examples: Examples = [
  [apiKeys.list, {}],
  [
    apiKeys.create,
    { input: ({ world }) => body({ client_id: world.alpha.id, allowed_origins: ['https://example.com'] }) },
  ],
  [apiKeys.rotate, { input: () => body({ api_key_id: nextKey() }) }],
  [apiKeys.revoke, { input: () => body({ api_key_id: nextKey() }) }],
  [apiKeys.test, { input: () => body({ api_key_id: nextKey() }) }],
];
