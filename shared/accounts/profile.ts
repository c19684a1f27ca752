import * as z from 'zod/mini';
import { NewPassword, SessionUser } from '#shared/accounts/auth.ts';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Email, personName } from '#shared/fields/fields.ts';
import { NotificationChoices } from '#shared/activities/notifications.ts';
import { AgentNumber } from '#shared/accounts/users.ts';
import { WHOSE_DAYS } from '#shared/activities/whose-day.ts';

/** Minutes for which a link to confirm a new email works. */
export const EMAIL_LINK_MINUTES = 60;
/** Email changes that one account may request in an hour. */
export const EMAIL_CHANGES_PER_HOUR = 5;
export const DEAD_EMAIL_LINK =
  'This link is no longer valid. If you have used it already, sign in with your new email. Otherwise please change it once more in your profile.';

const tag = 'Sign-in';

/** The account details that the user can change. */
export const profile = {
  update: endpoint({
    method: 'PATCH',
    path: '/auth/me',
    permission: 'session.own',
    tag,
    summary:
      'Change the own name, email, notifications or view of the day; another email needs the current password and, with mail, its link',
    body: z.object({
      firstName: z.optional(personName('First name is required')),
      lastName: z.optional(personName('Last name is required')),
      email: z.optional(Email),
      currentPassword: z.optional(z.string()),
      notifications: z.optional(z.partial(NotificationChoices)),
      agentNumber: z.optional(AgentNumber),
      whoseDay: z.optional(z.enum(WHOSE_DAYS, 'Choose me or team.')),
    }),
    data: z.object({
      user: SessionUser,
      /** The new email, if it has to be confirmed by its link first. */
      confirming: z.optional(z.string()),
    }),
  }),
  confirmEmail: endpoint({
    method: 'POST',
    path: '/auth/confirm-email',
    permission: 'public',
    tag,
    summary: 'Take the new email with the token of the link sent there; ends every other session',
    body: z.object({ token: z.string().check(z.maxLength(200)) }),
    data: z.object({ email: z.string() }),
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
    data: z.object({}),
  }),
};
