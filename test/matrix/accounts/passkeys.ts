import { passkeys } from '#shared/accounts/passkeys.ts';
import { proof } from '#shared/accounts/proof.ts';
import { SoftPasskey } from '#test/accounts/passkey.ts';
import { PASSWORD } from '#test/world.ts';
import { body } from '#test/matrix/example.ts';
import type { Examples } from '#test/matrix/example.ts';

const unasked = new SoftPasskey();

export const examples: Examples = [
  [passkeys.begin, 'everyone'],
  // Nobody was asked for this one.
  [
    passkeys.add,
    'everyone',
    { input: () => body({ name: 'Phone', passkey: unasked.unaskedCreation() }), status: () => 422 },
  ],
  // No passkey has the id of a user.
  [passkeys.remove, 'everyone', { object: 'user', keeps: true, status: () => 404 }],
  [passkeys.signInOptions, 'public'],
  [passkeys.signIn, 'public', { input: () => body({ passkey: unasked.unaskedAnswer() }), status: () => 401 }],
  [proof.options, 'everyone'],
  [proof.give, 'everyone', { input: () => body({ currentPassword: PASSWORD }) }],
];
