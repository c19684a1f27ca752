import * as z from 'zod/mini';
import { NewPassword } from '#shared/accounts/auth.ts';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Email, Id, personName } from '#shared/fields/fields.ts';
import { PageQuery } from '#shared/protocol/pagination.ts';

/** Minutes for which a link to choose a new password works. */
export const RESET_LINK_MINUTES = 60;
export const INVITATION_DAYS = 7;
/** Days for which an expired invitation stays in the list, where it can get a new link. */
export const EXPIRED_INVITATION_DAYS = 30;
/**
 * The reset links one account may request in an hour. A further request gets the same response and does
 * nothing.
 */
export const RESET_REQUESTS_PER_HOUR = 3;

export const BY_INVITATION = 'Registration is by invitation.';
export const DEAD_RESET_LINK =
  'This link is no longer valid. If you have used it already, sign in with your new password. Otherwise please ask for a new one.';
export const DEAD_INVITATION =
  'This invitation is no longer valid. If you have used it already, sign in. Otherwise please ask for a new one.';

const Token = z.string().check(z.maxLength(200));

/** The details of somebody who accepts an invitation. Email, role and client come from the invitation. */
export const Registration = z.object({
  token: Token,
  firstName: personName('First name is required'),
  lastName: personName('Last name is required'),
  password: NewPassword,
});

/** An invited person, their future role and client. */
export const Invitation = z.object({
  email: Email,
  roleId: z.uuid('Please select a role'),
  clientId: z.optional(z.nullable(Id)),
});
export type Invitation = z.infer<typeof Invitation>;

/**
 * A link that works once. The token belongs after `#`: browsers never send that part of an address to a
 * server, so no log stores it.
 */
export const AccessLink = z.object({
  token: z.string(),
  path: z.string(),
  expiresAt: z.iso.datetime(),
  /** The link was also emailed to the person it is for. */
  mailed: z.boolean(),
});
export type AccessLink = z.infer<typeof AccessLink>;

/** An invitation that nobody has accepted, without its link. */
export const OpenInvitation = z.object({
  id: Id,
  email: z.string(),
  roleId: Id,
  role: z.string(),
  clientId: z.nullable(Id),
  clientName: z.nullable(z.string()),
  invitedBy: z.string(),
  expiresAt: z.iso.datetime(),
  /** The link still works: within its week, while the inviter may create users and the client is active. */
  works: z.boolean(),
});
export type OpenInvitation = z.infer<typeof OpenInvitation>;

const tag = 'Access links';

export const accessLinks = {
  forgotPassword: endpoint({
    method: 'POST',
    path: '/auth/forgot-password',
    permission: 'public',
    tag,
    summary:
      'Send a link to choose a new password; the answer does not tell whether there is such an account',
    body: z.object({ email: Email }),
    data: z.object({}),
  }),
  check: endpoint({
    method: 'POST',
    path: '/auth/link',
    permission: 'public',
    tag,
    summary: 'Whether the link of an invitation, or to choose a new password, still works',
    body: z.object({ token: Token }),
    data: z.object({
      works: z.boolean(),
      /** Of an invitation that works: for whom it is, and the client that they join. */
      invitation: z.optional(z.object({ email: z.string(), company: z.nullable(z.string()) })),
    }),
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/auth/reset-password',
    permission: 'public',
    tag,
    summary: 'Choose a new password with the token of a link; ends every session of the account',
    body: z.object({ token: Token, password: NewPassword }),
    data: z.object({}),
  }),
  register: endpoint({
    method: 'POST',
    path: '/auth/register',
    permission: 'public',
    tag,
    summary: 'Accept an invitation; without one 403',
    // Nothing is required here, so that somebody without an invitation gets exactly that message.
    body: z.partial(Registration),
    data: z.object({ email: z.string() }),
    status: 201,
  }),
  resetLink: endpoint({
    method: 'POST',
    path: '/users/:id/reset-link',
    permission: 'users.manage',
    proof: 'fresh',
    tag,
    isShownOnce: true,
    summary: 'A link for a user to choose a new password, shown this once; the one before it stops working',
    params: z.object({ id: Id }),
    data: AccessLink,
    status: 201,
  }),
  invite: endpoint({
    method: 'POST',
    path: '/users/invitations',
    permission: 'users.create',
    proof: 'fresh',
    tag,
    isShownOnce: true,
    summary: 'A link with which somebody makes an account, shown this once',
    body: Invitation,
    data: AccessLink,
    status: 201,
  }),
  invitations: endpoint({
    method: 'GET',
    path: '/users/invitations',
    permission: 'users.create',
    tag,
    summary: `Invitations that nobody has accepted, newest first, until ${EXPIRED_INVITATION_DAYS} days after they expire`,
    query: z.object(PageQuery),
    data: z.object({ invitations: z.array(OpenInvitation) }),
    paginated: true,
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/users/invitations/:id',
    plainPath: '/invitations/:id',
    permission: 'users.create',
    tag,
    summary: 'Revoke an invitation: its link stops working at once',
    params: z.object({ id: Id }),
    data: z.object({}),
  }),
};
