import { profile } from '#shared/accounts/profile.ts';
import { PASSWORD } from '#test/world.ts';
import { body } from '#test/matrix/example.ts';
import type { Examples } from '#test/matrix/example.ts';

export const examples: Examples = [
  [profile.confirmEmail, 'public', { input: () => body({ token: 'lec_unknown' }), status: () => 422 }],
  [profile.update, 'everyone', { input: () => body({ lastName: 'Changed' }), spends: true }],
  [
    profile.changePassword,
    'everyone',
    { input: () => body({ currentPassword: PASSWORD, newPassword: 'maroon-kettle-92' }), spends: true },
  ],
];
