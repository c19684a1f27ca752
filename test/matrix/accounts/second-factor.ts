import { secondFactor } from '#shared/accounts/second-factor.ts';
import { body } from '#test/matrix/example.ts';
import type { Examples } from '#test/matrix/example.ts';

const nothing = () => body({});
const right = 'require two-step sign-in';

export const examples: Examples = [
  [secondFactor.get, 'everyone'],
  [secondFactor.begin, 'everyone', { input: () => body({ name: 'Phone' }) }],
  // No app has the id of a user.
  [
    secondFactor.confirm,
    'everyone',
    { object: 'user', keeps: true, input: () => body({ code: '123456' }), status: () => 404 },
  ],
  [secondFactor.remove, 'everyone', { object: 'user', keeps: true, input: nothing, status: () => 404 }],
  // Nobody in the matrix has an app.
  [secondFactor.newCodes, 'everyone', { input: nothing, status: () => 409 }],
  [secondFactor.reset, 'manage users', { object: 'user', input: nothing, status: () => 409 }],
  [secondFactor.rules, right, { object: 'client', keeps: true }],
  [secondFactor.setRules, right, { object: 'client', keeps: true, input: () => body({ who: 'nobody' }) }],
];
