import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { Email, Id, requiredText } from '#shared/fields.ts';
import { MAX_PASSWORD_BYTES, MIN_PASSWORD_LENGTH, PASSWORD_TOO_SHORT } from '#shared/password.ts';

export { MAX_PASSWORD_BYTES, MIN_PASSWORD_LENGTH, PASSWORD_TOO_SHORT };
/** Access tokens live this long; the browser refreshes at 80 % of it. */
export const ACCESS_TOKEN_MINUTES = 15;

/** A password being chosen; the list of common ones is checked by the server. */
export const NewPassword = z
  .string('Password is required')
  .check(
    z.minLength(MIN_PASSWORD_LENGTH, PASSWORD_TOO_SHORT),
    z.maxLength(MAX_PASSWORD_BYTES, 'This password is too long.'),
  );

/** What somebody wants to be told of. */
export const NotificationChoices = z.object({
  /** A digest each morning, and a mail for each follow-up that is due. */
  email: z.boolean(),
  /** Being told when a follow-up is due: in the page, by the browser and by e-mail. */
  reminders: z.boolean(),
  /** The report on Mondays, by e-mail. */
  weekly: z.boolean(),
});
export type NotificationChoices = z.infer<typeof NotificationChoices>;

/** The signed-in user as the browser knows it. */
export const SessionUser = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: z.object({ id: Id, name: z.enum(['superadmin', 'admin', 'manager', 'salesrep']), label: z.string() }),
  clientId: z.nullable(Id),
  client: z.nullable(z.object({ id: Id, clientName: z.string(), timeZone: z.string() })),
  permissions: z.array(z.string()),
  /** Superadmin and admins without a client see every client and choose one when they create. */
  seesAllClients: z.boolean(),
  isSuperAdmin: z.boolean(),
  canAccessRoleManagement: z.boolean(),
  canAccessUserManagement: z.boolean(),
  canAccessApiSettings: z.boolean(),
  notifications: NotificationChoices,
  /** Without a mail server nothing of it arrives by e-mail. */
  sendsMail: z.boolean(),
});
export type SessionUser = z.infer<typeof SessionUser>;

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
    }),
    data: z.object({ user: SessionUser, accessToken: z.string() }),
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
  updateProfile: endpoint({
    method: 'PATCH',
    path: '/auth/me',
    permission: 'session.own',
    tag,
    summary: 'Change the own name, e-mail or notifications',
    body: z.object({
      firstName: z.optional(requiredText(100, 'First name is required')),
      lastName: z.optional(requiredText(100, 'Last name is required')),
      email: z.optional(Email),
      notifications: z.optional(z.partial(NotificationChoices)),
    }),
    data: z.object({ user: SessionUser }),
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/auth/change-password',
    permission: 'session.own',
    tag,
    summary: 'Change the own password; every other session ends',
    body: z.object({
      currentPassword: z
        .string('Current password is required')
        .check(z.minLength(1, 'Current password is required')),
      newPassword: NewPassword,
    }),
    data: Nothing,
  }),
};
