import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { Id } from '#shared/fields.ts';

/** The highest target for a number of calls or conversions. */
const MOST = 1_000_000;
/** In rupees. */
const MOST_VALUE = 999_999_999_999;

/** A month of the client's calendar, for example `2026-11`. */
const Month = z
  .string('Choose a month.')
  .check(z.regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/, 'The month must be one such as 2026-11.'));

/** The measures of a target, counted as in the report on people; null means no target. */
const measures = {
  calls: z.nullable(z.int()),
  converted: z.nullable(z.int()),
  /** In rupees. */
  converted_value: z.nullable(z.number()),
};
export const Target = z.object(measures);
export type Target = z.infer<typeof Target>;
export type Measure = keyof Target;

/** A person and their target for a month. */
const PersonTarget = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  is_active: z.boolean(),
  ...measures,
});
export type PersonTarget = z.infer<typeof PersonTarget>;

/** The caller's current month; `target` is null for people without one. */
export const OwnTarget = z.object({
  month: Month,
  /** The current day of the month, and the number of days in it. */
  day: z.int(),
  days: z.int(),
  target: z.nullable(Target),
  done: z.nullable(z.object({ calls: z.int(), converted: z.int(), converted_value: z.number() })),
});
export type OwnTarget = z.infer<typeof OwnTarget>;

const whole = (name: string) =>
  z.optional(
    z.nullable(
      z
        .int(`${name} must be a whole number.`)
        .check(
          z.minimum(1, `${name} must be at least 1.`),
          z.maximum(MOST, `${name} must be at most ${MOST}.`),
        ),
    ),
  );

/** A change of a target, as the form and the server validate it. Only the measures sent change. */
export const TargetChange = z.object({
  month: Month,
  calls: whole('Calls'),
  converted: whole('Leads won'),
  converted_value: z.optional(
    z.nullable(
      z
        .number('The value must be a number.')
        .check(
          z.minimum(0.01, 'The value must be more than 0.'),
          z.maximum(MOST_VALUE, 'The value is too large.'),
        ),
    ),
  ),
});

const tag = 'Targets';
const write = { tag, permission: 'targets.manage', changes: ['targets'] } as const;
const ForClient = z.object({ clientId: z.optional(Id) });

export const targets = {
  own: endpoint({
    method: 'GET',
    path: '/targets/own',
    permission: 'session.own',
    tag,
    summary: "The caller's target of the current month, and the caller's work in it so far",
    data: OwnTarget,
  }),
  list: endpoint({
    method: 'GET',
    path: '/targets',
    permission: 'targets.manage',
    tag,
    summary: "The targets of a client's people in a month; people without one stand there as well",
    query: z.object({ month: Month, client_id: z.optional(Id) }),
    data: z.object({ month: Month, people: z.array(PersonTarget) }),
  }),
  change: endpoint({
    ...write,
    method: 'PATCH',
    path: '/targets/:id',
    summary: 'Change the target of a person, named by `id`, for a month',
    params: z.object({ id: Id }),
    query: ForClient,
    body: TargetChange,
    data: z.object({ id: Id }),
  }),
  copy: endpoint({
    ...write,
    method: 'POST',
    path: '/targets/copy',
    summary: 'Give the targets of the month before to active people who have none in this month',
    query: ForClient,
    body: z.object({ month: Month }),
    data: z.object({ copied: z.int() }),
  }),
};
