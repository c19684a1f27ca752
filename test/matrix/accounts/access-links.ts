import { ROLE_IDS } from '#server/db/sql/role-ids.ts';
import { accessLinks } from '#shared/accounts/access-links.ts';
import { unused } from '#test/safety/targets.ts';
import { body } from '#test/matrix/example.ts';
import type { Examples } from '#test/matrix/example.ts';

export const examples: Examples = [
  [accessLinks.forgotPassword, 'public', { input: () => body({ email: 'nobody@example.com' }) }],
  [accessLinks.check, 'public', { input: () => body({ token: 'lpr_unknown' }) }],
  [
    accessLinks.resetPassword,
    'public',
    { input: () => body({ token: 'lpr_unknown', password: 'maroon-kettle-92' }), status: () => 422 },
  ],
  [accessLinks.register, 'public', { input: () => body({}), status: () => 403 }],
  [accessLinks.resetLink, 'manage users', { object: 'user' }],
  [
    accessLinks.invite,
    'create users',
    {
      input: ({ principal }) =>
        body({
          email: `invited.${unused()}@example.com`,
          roleId: ROLE_IDS.salesrep,
          clientId: principal.person?.clientId ?? null,
        }),
    },
  ],
  [accessLinks.invitations, 'create users'],
  [accessLinks.revoke, 'create users', { object: 'invitation' }],
];
