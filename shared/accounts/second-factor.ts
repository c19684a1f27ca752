import * as z from 'zod/mini';
import { Code } from '#shared/accounts/auth.ts';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Id, requiredLine } from '#shared/fields/fields.ts';
import { ProvingPassword } from '#shared/accounts/proof-needed.ts';

/** The codes of the HTTP 401 with which a sign-in asks for its second step. */
export const CODE_NEEDED = 'second_factor_required';
export const SETUP_NEEDED = 'second_factor_setup';
/** Days for which a browser may sign in without a code, if the user asks for it. */
export const TRUST_DAYS = 30;
export const RECOVERY_CODES = 10;
/** Authenticator apps that a user may have, and passkeys. */
export const MOST_APPS = 5;
export const MOST_PASSKEYS = 5;

/** The users of a client who must sign in with a second factor. */
const FACTOR_RULES = ['nobody', 'admins', 'everyone'] as const;
export type FactorRule = (typeof FACTOR_RULES)[number];

/** The setup of an authenticator app: its key, the address behind the QR code, and the code itself. */
export const FactorSetup = z.object({
  id: Id,
  secret: z.string(),
  uri: z.string(),
  /** The QR code: the path of its dark squares in an SVG of `size` × `size` units. */
  qr: z.object({ size: z.int(), path: z.string() }),
});
export type FactorSetup = z.infer<typeof FactorSetup>;

const Factor = z.object({
  id: Id,
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.nullable(z.iso.datetime()),
});
export type Factor = z.infer<typeof Factor>;

const FactorRules = z.object({
  who: z.enum(FACTOR_RULES, 'Choose nobody, admins or everyone.'),
  /** The first day on which the rule applies, in the client's time zone; null means at once. */
  from: z.nullable(z.iso.date('from must be a day such as 2026-11-30.')),
});
export type FactorRules = z.infer<typeof FactorRules>;
const SavedRules = z.extend(FactorRules, { version: z.string() });
export type SavedRules = z.infer<typeof SavedRules>;

const tag = 'Two-step sign-in';
const params = z.object({ id: Id });
const RecoveryCodes = z.array(z.string());

export const secondFactor = {
  get: endpoint({
    method: 'GET',
    path: '/auth/second-factor',
    permission: 'session.own',
    tag,
    summary: 'The own authenticator apps and passkeys, and how many recovery codes are left',
    data: z.object({
      apps: z.array(Factor),
      passkeys: z.array(Factor),
      recoveryCodesLeft: z.int(),
      /** Whether the company or the operator requires a second factor of the user. */
      isRequired: z.boolean(),
    }),
  }),
  begin: endpoint({
    method: 'POST',
    path: '/auth/second-factor/apps',
    permission: 'session.own',
    proof: 'fresh',
    tag,
    summary: 'Begin to add an authenticator app; it counts once a code of it has confirmed it',
    body: z.object({ name: requiredLine(60, 'Give the app a name.'), ...ProvingPassword }),
    data: FactorSetup,
    status: 201,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/auth/second-factor/apps/:id/confirm',
    permission: 'session.own',
    proof: 'fresh',
    tag,
    isShownOnce: true,
    summary:
      'Confirm a new app with one of its codes; the first app brings recovery codes, shown this once, and ends every other session and token',
    params,
    body: z.object({ code: Code }),
    data: z.object({ recoveryCodes: z.nullable(RecoveryCodes) }),
  }),
  remove: endpoint({
    method: 'POST',
    path: '/auth/second-factor/apps/:id/remove',
    permission: 'session.own',
    proof: 'fresh',
    tag,
    summary: 'Remove an app; the last one takes the recovery codes with it',
    params,
    body: z.object(ProvingPassword),
    data: z.object({}),
  }),
  newCodes: endpoint({
    method: 'POST',
    path: '/auth/second-factor/recovery-codes',
    permission: 'session.own',
    proof: 'fresh',
    tag,
    isShownOnce: true,
    summary: 'New recovery codes, shown this once; earlier ones stop working',
    body: z.object(ProvingPassword),
    data: z.object({ recoveryCodes: RecoveryCodes }),
  }),
  reset: endpoint({
    method: 'POST',
    path: '/users/:id/reset-second-factor',
    permission: 'users.manage',
    proof: 'fresh',
    tag,
    summary:
      'Remove the second factors of a user who has lost them; the user is signed out and informed by email',
    params,
    body: z.object(ProvingPassword),
    data: z.object({}),
  }),
  rules: endpoint({
    method: 'GET',
    path: '/clients/:id/second-factor',
    permission: 'second_factor.require',
    tag,
    summary: 'Which users of a client must sign in with a second factor',
    params,
    data: SavedRules,
  }),
  setRules: endpoint({
    method: 'PATCH',
    path: '/clients/:id/second-factor',
    permission: 'second_factor.require',
    tag,
    summary:
      'Require a second factor of all users or of admins, from a day on; what is left out stays, and a stale `version` is answered 412',
    params,
    body: z.partial(SavedRules),
    data: SavedRules,
  }),
};
