import { auth } from '#shared/auth.ts';
import { PASSWORD } from '#test/world.ts';
import { body } from '#test/matrix/example.ts';
import type { Examples } from '#test/matrix/example.ts';

export const examples: Examples = [
  [auth.login, { input: ({ world }) => body({ email: world.beta.otherRep.email, password: PASSWORD }) }],
  [auth.refresh, { status: () => 401 }],
  [auth.logout, { spends: true }],
  [auth.me, {}],
  [auth.sessions, {}],
  // No session of one's own has the id of a person.
  [auth.endSession, { object: 'user', keeps: true, status: () => 404 }],
  [auth.endSessions, { spends: true }],
];
