import { scim } from '#shared/scim.ts';
import { body } from '#test/matrix/example.ts';
import type { Examples } from '#test/matrix/example.ts';
import { PASSWORD } from '#test/world.ts';

const right = 'set up company sign-in';

export const examples: Examples = [
  [scim.get, right, { object: 'client', keeps: true }],
  [scim.create, right, { object: 'client', keeps: true, input: () => body({ currentPassword: PASSWORD }) }],
  [scim.remove, right, { object: 'client', keeps: true }],
];
