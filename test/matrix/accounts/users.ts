import { ROLE_IDS } from '#server/db/sql/role-ids.ts';
import { users } from '#shared/accounts/users.ts';
import { unused } from '#test/safety/targets.ts';
import { PASSWORD } from '#test/world.ts';
import { body } from '#test/matrix/example.ts';
import type { Examples } from '#test/matrix/example.ts';

export const examples: Examples = [
  [users.list, 'everyone'],
  [users.get, 'manage users', { object: 'user' }],
  [
    users.create,
    'create users',
    {
      input: ({ principal }) => {
        const clientId = principal.person?.clientId ?? null;
        const email = `new.${unused()}@example.com`;
        return body({
          firstName: 'New',
          lastName: 'Person',
          email,
          password: PASSWORD,
          roleId: ROLE_IDS.salesrep,
          clientId,
        });
      },
    },
  ],
  [users.update, 'manage users', { object: 'user', input: () => body({ firstName: 'Neha' }) }],
  [users.setActive, 'manage users', { object: 'user', input: () => body({ isActive: false }) }],
  [users.openWork, 'manage users', { object: 'user' }],
];
