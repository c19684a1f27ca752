import * as z from 'zod/mini';
import { UsedPasskey } from '#shared/accounts/used-passkey.ts';
import { Code, auth } from '#shared/accounts/auth.ts';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Email, Id, requiredLine, requiredText, text } from '#shared/fields/fields.ts';

/** The roles that a provider may give; Super Admins exist only here. */
export const PROVIDED_ROLES = ['admin', 'manager', 'salesrep'] as const;
export type ProvidedRole = (typeof PROVIDED_ROLES)[number];
/** The people without an account whom a provider lets in: those with an invitation, or everybody of the domains. */
const NEWCOMERS = ['invited', 'domain'] as const;
export type Newcomers = (typeof NEWCOMERS)[number];

const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.){1,8}[a-z][a-z\d-]{0,61}[a-z\d]$/;

/** A domain of email addresses; upper case, spaces and a leading @ do not matter. */
const Domain = z.pipe(
  z.string('A domain must be text.').check(z.maxLength(254, 'This domain is too long.')),
  z.pipe(
    z.transform((value: string) => value.trim().toLowerCase().replace(/^@/, '')),
    z.string().check(z.regex(DOMAIN, 'Enter a domain such as example.com.')),
  ),
);

/** The issuer as the provider writes it; the address of its discovery document means the issuer before it. */
const Issuer = z.pipe(
  requiredText(300, 'Enter the address of the issuer.'),
  z.pipe(
    z.transform((value: string) => value.replace(/\/\.well-known\/openid-configuration$/, '')),
    z
      .string()
      .check(z.refine(isPlainAddress, 'The issuer must be an address such as https://accounts.example.com.')),
  ),
);

function isPlainAddress(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  return (
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    !url.username &&
    !url.password &&
    !url.search &&
    !url.hash
  );
}

const optionalName = (title: string) => z.nullable(text(200, title));

const Connection = z.object({
  issuer: Issuer,
  /** The id that the provider has given to LMS. */
  appId: requiredText(300, 'Enter the client ID that the provider gave you.'),
});

const Settings = z.extend(Connection, {
  /** The provider as the button on the sign-in page names it. */
  name: requiredLine(60, 'Give the provider a name, such as Google or the company.'),
  domains: z
    .array(Domain)
    .check(
      z.minLength(1, 'Enter at least one email domain.'),
      z.maxLength(20, 'A company can have 20 domains at most.'),
    ),
  newcomers: z.enum(NEWCOMERS, 'Choose who can sign in.'),
  /** The role of a newcomer whom no value of the claim names. */
  role: z.enum(PROVIDED_ROLES, 'Choose a role.'),
  /** The claim that names roles, such as `groups` or `realm_access.roles`; null: roles are given here. */
  roleClaim: optionalName('The claim'),
  /** The values of the claim that mean each role. */
  roleValues: z.object({
    admin: optionalName('The value'),
    manager: optionalName('The value'),
    salesrep: optionalName('The value'),
  }),
  /** Nobody but the keepers may sign in with a password. */
  isOnly: z.boolean(),
  /** The admins who may still use their passwords. */
  keepers: z.array(Id).check(z.maxLength(10, 'Choose ten admins at most.')),
  /** The provider asks for a second factor at each sign-in, whether its answers say so or not. */
  asksFactor: z.boolean(),
});

const Saved = z.extend(Settings, { hasSecret: z.boolean(), version: z.string() });
export type SavedProvider = z.infer<typeof Saved>;

/** A secret is never returned. Left out, the stored one stays. */
const secret = z.optional(z.nullable(requiredText(500, 'Enter the client secret.')));

const tag = 'Company sign-in';
const managed = { permission: 'company_sign_in.manage', tag } as const;
const open = { permission: 'public', tag } as const;
const params = z.object({ id: Id });

export const companySignIn = {
  find: endpoint({
    ...open,
    method: 'GET',
    path: '/auth/provider',
    summary: 'The provider of the company with an email domain; says nothing about single addresses',
    query: z.object({ domain: text(254, 'The domain') }),
    data: z.object({ provider: z.nullable(z.object({ name: z.string() })) }),
  }),
  begin: endpoint({
    ...open,
    method: 'POST',
    path: '/auth/provider',
    summary: 'Begin to sign in at the provider of the email’s domain: the address to go to',
    body: z.object({ email: Email }),
    data: z.object({ url: z.string() }),
  }),
  callback: endpoint({
    ...open,
    method: 'GET',
    path: '/auth/provider/:id/callback',
    summary: 'Where a provider sends the browser back to; leads to the sign-in page, which finishes',
    params,
    changes: [],
    data: z.object({}),
    file: 'text/plain',
  }),
  finish: endpoint({
    ...open,
    method: 'POST',
    path: '/auth/provider/finish',
    summary: 'Finish a sign-in at a provider; asks for a code like a sign-in with a password',
    body: z.object({
      code: z.optional(Code),
      passkey: z.optional(UsedPasskey),
      rememberDevice: z.optional(z.boolean()),
    }),
    data: auth.login.data,
  }),
  signedOut: endpoint({
    ...open,
    method: 'POST',
    path: '/auth/provider/:id/logout',
    summary: 'A provider tells that somebody has signed out there (OpenID Connect Back-Channel Logout)',
    params,
    body: z.object({
      logout_token: z
        .string('logout_token is required.')
        .check(z.maxLength(16_384, 'The token is too long.')),
    }),
    data: z.object({}),
  }),
  get: endpoint({
    ...managed,
    method: 'GET',
    path: '/clients/:id/provider',
    summary: 'The sign-in provider of a client, and the addresses to enter there',
    params,
    data: z.object({
      provider: z.nullable(Saved),
      redirectUri: z.string(),
      logoutUri: z.string(),
    }),
  }),
  set: endpoint({
    ...managed,
    method: 'PUT',
    proof: 'fresh',
    path: '/clients/:id/provider',
    summary: 'Set up the sign-in provider of a client; a stale `version` is answered 412',
    params,
    body: z.extend(Settings, { secret, version: z.optional(z.string()) }),
    data: Saved,
  }),
  remove: endpoint({
    ...managed,
    method: 'DELETE',
    proof: 'fresh',
    path: '/clients/:id/provider',
    summary: 'Remove the sign-in provider of a client: everybody signs in with a password again',
    params,
    data: z.object({}),
  }),
  test: endpoint({
    ...managed,
    method: 'POST',
    path: '/clients/:id/provider/test',
    summary: 'Ask a provider for its settings and try the client ID and secret there',
    params,
    body: z.extend(Connection, { secret }),
    data: z.object({ isRight: z.boolean(), message: z.string() }),
  }),
};
