import { auth } from '#shared/accounts/auth.ts';
import { PASSWORD } from '#test/world.ts';
import { body } from '#test/matrix/example.ts';
import type { Examples } from '#test/matrix/example.ts';

export const examples: Examples = [
  [
    auth.login,
    'public',
    { input: ({ world }) => body({ email: world.beta.otherRep.email, password: PASSWORD }) },
  ],
  [auth.refresh, 'public', { status: () => 401 }],
  [auth.logout, 'public', { spends: true }],
  [auth.me, 'everyone'],
  [auth.sessions, 'everyone'],
  // No session has the id of a user.
  [auth.endSession, 'everyone', { object: 'user', keeps: true, status: () => 404 }],
  [auth.endSessions, 'everyone', { spends: true }],
];
