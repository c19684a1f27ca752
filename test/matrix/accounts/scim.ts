import { scim } from '#shared/accounts/scim.ts';
import type { Examples } from '#test/matrix/example.ts';

const right = 'set up company sign-in';

export const examples: Examples = [
  [scim.get, right, { object: 'client', keeps: true }],
  [scim.create, right, { object: 'client', keeps: true }],
  [scim.remove, right, { object: 'client', keeps: true }],
];
