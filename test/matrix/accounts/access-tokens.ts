import { accessTokens } from '#shared/accounts/access-tokens.ts';
import { body } from '#test/matrix/example.ts';
import type { Examples } from '#test/matrix/example.ts';

export const examples: Examples = [
  [accessTokens.list, 'everyone'],
  [
    accessTokens.create,
    'everyone',
    {
      input: () => body({ name: 'A script', scope: 'read', days: 30 }),
      spends: true,
    },
  ],
  // No access token has the id of a user.
  [accessTokens.remove, 'everyone', { object: 'user', keeps: true, status: () => 404 }],
];
