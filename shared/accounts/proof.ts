import * as z from 'zod/mini';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { UsedPasskey } from '#shared/accounts/used-passkey.ts';
import { PasskeyRequest } from '#shared/accounts/webauthn.ts';

const common = { tag: 'Sign-in', permission: 'session.own' } as const;

export const proof = {
  options: endpoint({
    ...common,
    method: 'GET',
    path: '/auth/proof',
    summary: 'How one can prove who one is: what a browser needs to ask for an own passkey, if there is one',
    /** `provider`: the only place where the user can sign in, whose password is therefore no proof. */
    data: z.object({ passkey: z.nullable(PasskeyRequest), provider: z.nullable(z.string()) }),
  }),
  give: endpoint({
    ...common,
    method: 'POST',
    path: '/auth/proof',
    summary:
      'Prove with the own password or a passkey who one is; for ten minutes, calls that need a fresh proof then work in this session',
    body: z.object({ currentPassword: z.optional(z.string()), passkey: z.optional(UsedPasskey) }),
    data: z.object({}),
  }),
};
