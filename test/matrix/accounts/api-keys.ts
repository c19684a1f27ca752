import { apiKeys } from '#shared/accounts/api-keys.ts';
import { nextKey } from '#test/safety/targets.ts';
import { body } from '#test/matrix/example.ts';
import type { Examples } from '#test/matrix/example.ts';

export const examples: Examples = [
  [apiKeys.list, 'manage API keys'],
  [
    apiKeys.create,
    'manage API keys',
    { input: ({ world }) => body({ client_id: world.alpha.id, allowed_origins: ['https://example.com'] }) },
  ],
  [apiKeys.rotate, 'manage API keys', { input: () => body({ api_key_id: nextKey() }) }],
  [apiKeys.revoke, 'manage API keys', { input: () => body({ api_key_id: nextKey() }) }],
  [apiKeys.test, 'manage API keys', { input: () => body({ api_key_id: nextKey() }) }],
];
