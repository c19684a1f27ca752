import * as z from 'zod/mini';
import { SessionUser } from '#shared/accounts/auth.ts';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Id, requiredLine } from '#shared/fields/fields.ts';
import { UsedPasskey } from '#shared/accounts/used-passkey.ts';
import { CreatedPasskey, PasskeyCreation, PasskeyRequest } from '#shared/accounts/webauthn.ts';

const common = { tag: 'Passkeys' } as const;
const own = { ...common, permission: 'session.own', proof: 'fresh' } as const;

export const passkeys = {
  begin: endpoint({
    ...own,
    method: 'GET',
    path: '/auth/passkeys/new',
    summary: 'What a browser needs to create a passkey for the own account, within five minutes',
    data: PasskeyCreation,
  }),
  add: endpoint({
    ...own,
    method: 'POST',
    path: '/auth/passkeys',
    isShownOnce: true,
    summary:
      'Add a passkey; the first second factor brings recovery codes, shown this once, and ends every other session and token',
    body: z.object({ name: requiredLine(60, 'Give the passkey a name.'), passkey: CreatedPasskey }),
    data: z.object({ id: Id, recoveryCodes: z.nullable(z.array(z.string())) }),
    status: 201,
  }),
  remove: endpoint({
    ...own,
    method: 'DELETE',
    path: '/auth/passkeys/:id',
    summary: 'Remove an own passkey; the last second factor takes the recovery codes with it',
    params: z.object({ id: Id }),
    data: z.object({}),
  }),
  signInOptions: endpoint({
    ...common,
    method: 'GET',
    path: '/auth/passkeys/sign-in',
    permission: 'public',
    summary: 'What a browser needs to sign in with a passkey, within five minutes; sets a cookie',
    data: PasskeyRequest,
  }),
  signIn: endpoint({
    ...common,
    method: 'POST',
    path: '/auth/passkeys/sign-in',
    permission: 'public',
    summary: 'Sign in with a passkey instead of password and code; sets the refresh cookie',
    body: z.object({ passkey: UsedPasskey }),
    data: z.object({ user: SessionUser, accessToken: z.string() }),
  }),
};
