import * as z from 'zod/mini';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Id } from '#shared/fields/fields.ts';

/** The maximum number of current and future absences per person. */
export const MAX_ABSENCES = 20;
const ENDS_BEFORE = 'The last day is before the first.';

/** The days on which somebody is away, both included. `last_day` null means until further notice. */
export const Absence = z.object({
  id: Id,
  user_id: Id,
  first_day: z.iso.date(),
  last_day: z.nullable(z.iso.date()),
  /** The colleague who looks after the follow-ups meanwhile, unless deactivated. */
  covered_by: z.nullable(z.object({ id: Id, name: z.string(), is_active: z.boolean() })),
});
export type Absence = z.infer<typeof Absence>;

type Days = Pick<Absence, 'first_day' | 'last_day'>;

/** Whether somebody is away on this day. */
export const isAway = ({ first_day, last_day }: Days, day: string): boolean =>
  first_day <= day && (last_day === null || last_day >= day);

/** Whether two absences have a day in common. */
export const haveCommonDay = (one: Days, other: Days): boolean =>
  (one.last_day === null || one.last_day >= other.first_day) &&
  (other.last_day === null || other.last_day >= one.first_day);

const day = z.iso.date('Choose a day.');

/** A new absence, as forms and the server validate it. */
export const NewAbsence = z
  .object({
    first_day: day,
    last_day: z.nullable(day),
    user_id: z.optional(Id),
    covered_by: z.optional(z.nullable(Id)),
  })
  .check(
    z.refine(({ first_day, last_day }) => last_day === null || last_day >= first_day, {
      path: ['last_day'],
      message: ENDS_BEFORE,
    }),
  );

const tag = 'Distribution';
const write = {
  tag,
  permission: 'absences.write',
  changes: ['distribution', 'leads', 'reminders', 'notifications'],
} as const;
const ForClient = z.object({ clientId: z.optional(Id) });

export const absences = {
  list: endpoint({
    method: 'GET',
    path: '/absences',
    permission: 'users.pick',
    tag,
    summary: 'Who of a client is away, now and on days to come; the last day is included',
    query: z.object({ client_id: z.optional(Id) }),
    data: z.array(Absence),
  }),
  create: endpoint({
    ...write,
    method: 'POST',
    path: '/absences',
    summary:
      'Say that the caller is away, or a colleague; rules give them no leads on these days, and a colleague may cover their follow-ups',
    query: ForClient,
    body: NewAbsence,
    data: z.object({ id: Id }),
    status: 201,
  }),
  remove: endpoint({
    ...write,
    method: 'DELETE',
    path: '/absences/:id',
    summary: 'Take an absence back; one of today ends at once',
    params: z.object({ id: Id }),
    query: ForClient,
    data: z.object({ id: Id }),
  }),
};
