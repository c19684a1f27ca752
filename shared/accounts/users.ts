import * as z from 'zod/mini';
import { NewPassword } from '#shared/accounts/auth.ts';
import { dayOf } from '#shared/values/dates.ts';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Email, Id, emptyAsNull, optionalPhone, personName, text } from '#shared/fields/fields.ts';
import { IdList, PageQuery } from '#shared/protocol/pagination.ts';

/** The number of users that an admin (not a superadmin) may create, counted per admin. */
export const ADMIN_USER_LIMIT = 5;
/** The number of rows that a picker requests. */
export const PICKER_SIZE = 50;

/** A user. Managers and sales reps only receive what a picker needs; the rest is absent for them. */
export const User = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  clientId: z.nullable(Id),
  client: z.nullable(z.object({ id: Id, clientName: z.string() })),
  role: z.object({ id: Id, name: z.string() }),
  isActive: z.boolean(),
  /** The manager, in the same client. A team is a person and everybody below. */
  manager: z.optional(z.nullable(z.object({ id: Id, name: z.string() }))),
  hasSecondFactor: z.optional(z.boolean()),
  /** The number or extension at which a telephone system reaches the user, by which calls are known as theirs. */
  agentNumber: z.optional(z.nullable(z.string())),
  phone: z.optional(z.nullable(z.string())),
  dateOfBirth: z.optional(z.nullable(z.string())),
  createdAt: z.optional(z.iso.datetime()),
  /** The version of what an edit may change: an edit based on another version is rejected with 412. */
  version: z.optional(z.string()),
});
export type User = z.infer<typeof User>;

/**
 * The number at which a telephone system reaches a user, in any notation, or an extension of 2 to 6 digits; stored in E.164
 * by the client's country, and unique in the client (409). '' removes it.
 */
export const AgentNumber = optionalPhone(40, 'Phone for calls');

const NO_DATE = 'Date of birth must be a date.';
/** A day is in the future only if it has not begun in the zone in which each day begins first. */
const DateOfBirth = z.iso
  .date(NO_DATE)
  .check(
    z.refine(
      (day) => day <= dayOf(new Date(), 'Pacific/Kiritimati'),
      'Date of birth cannot be in the future.',
    ),
  );

export const NewUser = z.object({
  firstName: personName('First name is required'),
  lastName: personName('Last name is required'),
  email: Email,
  password: NewPassword,
  roleId: z.uuid('Please select a role'),
  clientId: z.optional(z.nullable(Id)),
  managerId: z.optional(z.nullable(Id)),
  phone: z.optional(z.nullable(text(40, 'Phone'))),
  agentNumber: z.optional(AgentNumber),
  dateOfBirth: z.optional(
    z.nullable(z.pipe(z.string(NO_DATE), z.pipe(emptyAsNull, z.nullable(DateOfBirth)))),
  ),
});
export type NewUser = z.infer<typeof NewUser>;

/**
 * Changes to another user's account. Omitted properties stay the same, and a stale `version` is rejected with
 * 412. `clientId` null: the user belongs to no client.
 */
export const UserChanges = z.object({
  firstName: z.optional(NewUser.shape.firstName),
  lastName: z.optional(NewUser.shape.lastName),
  roleId: z.optional(NewUser.shape.roleId),
  clientId: z.optional(z.nullable(Id)),
  /**
   * The manager, in the user's client; null means no manager. Moving to another client removes the manager.
   */
  managerId: z.optional(z.nullable(Id)),
  agentNumber: z.optional(AgentNumber),
  version: z.optional(z.string()),
});
export type UserChanges = z.infer<typeof UserChanges>;

/** A user's open work: their open, active leads and their open reminders. */
export const OpenWork = z.object({ leads: z.int(), reminders: z.int() });
export type OpenWork = z.infer<typeof OpenWork>;

const tag = 'Users';
const UserId = z.object({ id: Id });

export const users = {
  list: endpoint({
    method: 'GET',
    path: '/users',
    permission: 'users.pick',
    tag,
    summary: 'Users the caller may see; colleagues of the own client for managers and salesreps',
    query: z.object({
      search: z.optional(text(100, 'The search text')),
      role: z.optional(text(40)),
      /** Users of this client; `none` for those without one. */
      client_id: z.optional(z.union([z.literal('none'), Id])),
      is_active: z.optional(z.enum(['true', 'false'])),
      /** This user and everybody below; `me` for the caller. */
      team_of: z.optional(z.union([z.literal('me'), Id])),
      ids: z.optional(IdList('users')),
      page: PageQuery.page,
      limit: z._default(PageQuery.limit.def.innerType, PICKER_SIZE),
    }),
    data: z.object({
      users: z.array(User),
      /** The number of users the caller has created, shown to admins as 'Users created: n/5'. */
      createdByMe: z.int(),
    }),
    paginated: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/users/:id',
    permission: 'users.manage',
    tag,
    summary: 'One user',
    params: UserId,
    data: z.object({ user: User }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/users',
    permission: 'users.create',
    proof: 'fresh',
    tag,
    summary: 'Create a user',
    body: NewUser,
    data: z.object({ user: User }),
    status: 201,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/users/:id',
    permission: 'users.manage',
    changes: ['leads', 'calls', 'reminders'],
    tag,
    summary:
      'Correct name, role, client or manager; with another role or client the user is signed out at once',
    params: UserId,
    body: UserChanges,
    data: z.object({ user: User }),
  }),
  setActive: endpoint({
    method: 'PATCH',
    path: '/users/:id/status',
    permission: 'users.manage',
    changes: ['leads', 'reminders', 'operations'],
    tag,
    summary:
      'Activate or deactivate; a deactivated user is signed out at once, and may leave the open work to another',
    params: UserId,
    body: z.object({
      isActive: z.boolean('isActive must be true or false.'),
      /**
       * The successor who takes over the open work of a deactivated user; null leaves it unassigned. If
       * omitted, the work stays with the user.
       */
      reassignTo: z.optional(z.nullable(Id)),
    }),
    data: z.object({
      user: User,
      /** The work that was reassigned, if a successor was given. */
      reassigned: z.optional(OpenWork),
    }),
  }),
  openWork: endpoint({
    method: 'GET',
    path: '/users/:id/open-work',
    permission: 'users.manage',
    tag,
    summary: 'How many open leads and reminders a user has',
    params: UserId,
    data: OpenWork,
  }),
};
