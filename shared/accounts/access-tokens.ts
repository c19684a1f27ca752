import * as z from 'zod/mini';
import { endpoint } from '#shared/protocol/endpoint.ts';
import type { Endpoint } from '#shared/protocol/endpoint.ts';
import { Id, requiredText } from '#shared/fields/fields.ts';
import { ProvingPassword } from '#shared/accounts/proof-needed.ts';
import type { Permission } from '#shared/accounts/permissions.ts';

/** The reach of a token: read-only, or read and write. */
export const TOKEN_SCOPES = ['read', 'write'] as const;
type TokenScope = (typeof TOKEN_SCOPES)[number];

export const TOKEN_NAME_NEEDED = 'Give the token a name, such as the program that will use it.';
/** The maximum number of tokens per user. */
export const MAX_TOKENS = 20;
const LONGEST_DAYS = 3650;

/**
 * The permissions that a token can use. All others (accounts, rights and keys) are only for people who have
 * signed in.
 */
const TOKEN_PERMISSIONS = [
  'leads.read',
  'leads.write',
  'leads.delete',
  'leads.import',
  'leads.export',
  'leads.share_views',
  'leads.bulk_update',
  'leads.bulk_delete',
  'products.read',
  'products.write',
  'calls.read',
  'calls.write',
  'reminders.read',
  'reminders.write',
  'notes.write',
  'messages.write',
  'users.pick',
  'clients.pick',
] as const satisfies readonly Permission[];
export type TokenPermission = (typeof TOKEN_PERMISSIONS)[number];
const USABLE: ReadonlySet<Permission> = new Set(TOKEN_PERMISSIONS);

/**
 * Returns why a token of this scope may not call an endpoint; undefined when the token may, within its
 * owner's permissions.
 */
export function tokenRefusal(
  scope: TokenScope,
  { permission, method }: Pick<Endpoint, 'permission' | 'method'>,
): string | undefined {
  if (permission !== 'public' && !USABLE.has(permission))
    return 'An access token cannot do this. Sign in instead.';
  return scope === 'read' && method !== 'GET' ? 'This access token can only read.' : undefined;
}

export const AccessToken = z.object({
  id: Id,
  name: z.string(),
  scope: z.enum(TOKEN_SCOPES),
  /** The one client that the token reaches; null means all that its owner sees. */
  clientName: z.nullable(z.string()),
  lastFour: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.nullable(z.iso.datetime()),
  /** The time of the last use, to the minute. */
  lastUsedAt: z.nullable(z.iso.datetime()),
});
export type AccessToken = z.infer<typeof AccessToken>;

/** The properties of a new token that personal and service tokens share. */
export const NewToken = z.object({
  name: requiredText(80, TOKEN_NAME_NEEDED),
  scope: z.enum(TOKEN_SCOPES, 'Choose what the token may do.'),
  /** The days for which the token is valid; null means until it is removed. */
  days: z.nullable(
    z
      .int('Days must be a whole number.')
      .check(
        z.minimum(1, 'A token is good for one day at least.'),
        z.maximum(LONGEST_DAYS, `A token is good for ${LONGEST_DAYS} days at most.`),
      ),
  ),
  ...ProvingPassword,
});

const own = { permission: 'session.own', tag: 'Access tokens' } as const;

export const accessTokens = {
  list: endpoint({
    ...own,
    method: 'GET',
    path: '/auth/tokens',
    summary: 'The own access tokens, newest first; the tokens themselves are in no list',
    data: z.object({ tokens: z.array(AccessToken) }),
  }),
  create: endpoint({
    ...own,
    method: 'POST',
    path: '/auth/tokens',
    proof: 'fresh',
    isShownOnce: true,
    summary: 'Create an access token; the answer shows it this once',
    body: z.extend(NewToken, { clientId: z.optional(z.nullable(Id)) }),
    data: z.object({ id: Id, token: z.string() }),
    status: 201,
  }),
  remove: endpoint({
    ...own,
    method: 'DELETE',
    path: '/auth/tokens/:id',
    summary: 'Remove an own access token: it is dead at once',
    params: z.object({ id: Id }),
    data: z.object({}),
  }),
};
