import * as z from 'zod/mini';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Id } from '#shared/fields/fields.ts';

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

const TargetWork = z.object({ calls: z.int(), converted: z.int(), converted_value: z.number() });
export type TargetWork = z.infer<typeof TargetWork>;

/** A person, their target for a month, and their work in it so far. */
const PersonTarget = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  is_active: z.boolean(),
  ...measures,
  done: TargetWork,
});
export type PersonTarget = z.infer<typeof PersonTarget>;

/** A month and how much of it has passed, in working days if the client has chosen any, else in days. */
const place = {
  month: Month,
  /** The number of today, or of the last working day before it. */
  day: z.int(),
  /** The days that have ended: today is not one of them. */
  passed: z.int(),
  /** All days of the month. */
  days: z.int(),
  counts_working_days: z.boolean(),
};
const MonthPlace = z.object(place);
export type MonthPlace = z.infer<typeof MonthPlace>;

/** The caller's current month; `target` is null for people without one. */
export const OwnTarget = z.object({
  ...place,
  target: z.nullable(Target),
  done: z.nullable(TargetWork),
});
export type OwnTarget = z.infer<typeof OwnTarget>;

const whole = (name: string) =>
  z
    .int(`${name} must be a whole number.`)
    .check(z.minimum(1, `${name} must be at least 1.`), z.maximum(MOST, `${name} must be at most ${MOST}.`));
const calls = whole('Calls');
const converted = whole('Leads won');
const converted_value = z
  .number('The value must be a number.')
  .check(z.minimum(0.01, 'The value must be more than 0.'), z.maximum(MOST_VALUE, 'The value is too large.'));

/** A change of a target, as the form and the server validate it. Only the measures sent change. */
export const TargetChange = z.object({
  month: Month,
  calls: z.optional(z.nullable(calls)),
  converted: z.optional(z.nullable(converted)),
  converted_value: z.optional(z.nullable(converted_value)),
});

/** The same target for several people. Only the measures sent change. */
export const TargetForAll = z
  .object({
    month: Month,
    calls: z.optional(calls),
    converted: z.optional(converted),
    converted_value: z.optional(converted_value),
  })
  .check(
    z.refine((sent) => Object.keys(sent).length > 1, {
      path: ['calls'],
      message: 'Enter at least one target.',
    }),
  );

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
    summary:
      "The targets of a client's people in a month, and their work in it; a manager's: of those who report to them",
    query: z.object({ month: z.optional(Month), client_id: z.optional(Id) }),
    data: z.object({ ...place, people: z.array(PersonTarget) }),
  }),
  changeAll: endpoint({
    ...write,
    method: 'PATCH',
    path: '/targets',
    summary: 'Give the same target for a month to all active people whose targets the caller may set',
    query: ForClient,
    body: TargetForAll,
    data: z.object({ changed: z.int() }),
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
