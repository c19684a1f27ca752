import * as z from 'zod/mini';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Id, text } from '#shared/fields/fields.ts';
import { ROLES } from '#shared/accounts/permissions.ts';
import { VISIBILITIES } from '#shared/leads/lead-visibility.ts';
import { NotificationChoices } from '#shared/activities/notifications.ts';
import { MAX_PASSWORD_BYTES, MIN_PASSWORD_LENGTH, PASSWORD_TOO_SHORT } from '#shared/accounts/password.ts';
import { UsedPasskey } from '#shared/accounts/used-passkey.ts';
import { WHOSE_DAYS } from '#shared/activities/whose-day.ts';

export { MAX_PASSWORD_BYTES, MIN_PASSWORD_LENGTH };
/** The lifetime of access tokens. The browser refreshes them after 80 % of it. */
export const ACCESS_TOKEN_MINUTES = 15;

/** A code of an authenticator app, or a recovery code; spaces and dashes do not matter. */
export const Code = text(40, 'The code');

/** A new password. The list of common passwords is checked by the server. */
export const NewPassword = z
  .string('Password is required')
  .check(
    z.minLength(MIN_PASSWORD_LENGTH, PASSWORD_TOO_SHORT),
    z.maxLength(MAX_PASSWORD_BYTES, 'This password is too long.'),
  );

/** The signed-in user as the browser knows it. */
export const SessionUser = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: z.object({ id: Id, name: z.enum(ROLES), label: z.string() }),
  clientId: z.nullable(Id),
  client: z.nullable(
    z.object({
      id: Id,
      clientName: z.string(),
      timeZone: z.string(),
      /** The country whose phone numbers are written without a prefix. */
      country: z.string(),
      /** The month in which the financial year begins: 4 is April. */
      yearBegins: z.int(),
      /**
       * The last day of an expired subscription; null while a subscription runs, or when no end was agreed.
       */
      subscriptionEndedOn: z.nullable(z.iso.date()),
    }),
  ),
  permissions: z.array(z.string()),
  /** Superadmins and admins without a client see every client and choose one when they create something. */
  seesAllClients: z.boolean(),
  isSuperAdmin: z.boolean(),
  canAccessRoleManagement: z.boolean(),
  canAccessUserManagement: z.boolean(),
  canAccessApiSettings: z.boolean(),
  notifications: NotificationChoices,
  /** Whether a mail server is set up. Without one no email arrives. */
  sendsMail: z.boolean(),
  /** The follow-ups that the user sees: their own or the team's, as chosen or as the role's default. */
  whoseDay: z.enum(WHOSE_DAYS),
  /** The leads that the user sees: the whole company's, the team's or only their own. */
  leadVisibility: z.enum(VISIBILITIES),
  /** Whether the company lets the user export leads. */
  mayExport: z.boolean(),
  /** Whether the user reads phone numbers and emails of leads masked. */
  masksContacts: z.boolean(),
  /** The own number or extension at the company's telephone system. */
  agentNumber: z.nullable(z.string()),
  /** Whether a telephone system can ring the user's phone (`POST /leads/:id/ring`). Otherwise the page dials. */
  ringsPhone: z.boolean(),
});
export type SessionUser = z.infer<typeof SessionUser>;

/** A session of the signed-in user. */
export const OwnSession = z.object({
  id: Id,
  /** Browser and system in words; null for sessions created before this was stored. */
  device: z.nullable(z.string()),
  address: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  /** The last token refresh of the session. An open page refreshes every few minutes. */
  lastUsedAt: z.iso.datetime(),
  /** True for the session that made the request. */
  isCurrent: z.boolean(),
});
export type OwnSession = z.infer<typeof OwnSession>;

const tag = 'Sign-in';
const Nothing = z.object({});

export const auth = {
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    permission: 'public',
    tag,
    summary: 'Sign in; sets the refresh cookie',
    body: z.object({
      email: z
        .string('Email is required')
        .check(z.minLength(1, 'Email is required'), z.maxLength(254, 'Invalid email or password')),
      password: z.string('Password is required').check(z.minLength(1, 'Password is required')),
      /** The second step, once the first call was answered with `second_factor_required` or `…_setup`. */
      code: z.optional(Code),
      /** A passkey instead of the code, as an answer to the request in `data.passkey` of the 401. */
      passkey: z.optional(UsedPasskey),
      /** Lets this browser sign in without a code for thirty days. */
      rememberDevice: z.optional(z.boolean()),
    }),
    data: z.object({
      user: SessionUser,
      accessToken: z.string(),
      /** The recovery codes of a second factor that this call has set up; shown only here. */
      recoveryCodes: z.optional(z.array(z.string())),
    }),
  }),
  refresh: endpoint({
    method: 'POST',
    path: '/auth/refresh',
    permission: 'public',
    tag,
    summary: 'A new access token for the refresh cookie',
    data: z.object({ accessToken: z.string() }),
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    permission: 'public',
    tag,
    summary: 'End this session',
    data: Nothing,
  }),
  me: endpoint({
    method: 'GET',
    path: '/auth/me',
    permission: 'session.own',
    tag,
    summary: 'The signed-in user',
    data: z.object({ user: SessionUser }),
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/auth/sessions',
    permission: 'session.own',
    tag,
    summary: 'Where one is signed in',
    data: z.object({ sessions: z.array(OwnSession) }),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/auth/sessions/:id',
    permission: 'session.own',
    tag,
    summary: 'Sign out on one of the own devices',
    params: z.object({ id: Id }),
    data: Nothing,
  }),
  endSessions: endpoint({
    method: 'DELETE',
    path: '/auth/sessions',
    permission: 'session.own',
    tag,
    summary: 'Sign out everywhere, here too; open links for the account stop working',
    data: Nothing,
  }),
};
