import * as z from 'zod/mini';
import { isCustomKey } from '#shared/fields/custom-fields.ts';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Clock, Id, requiredLine } from '#shared/fields/fields.ts';
import type { CustomFieldKey } from '#shared/fields/lead-fields.ts';
import { unchecked } from '#shared/protocol/unchecked.ts';

/** Fields of a lead that a rule can test, besides the client's custom fields. */
export const RULE_FIELDS = [
  'source',
  'product_id',
  'location',
  'form_id',
  'campaign_id',
  'utm_source',
  'utm_medium',
  'utm_campaign',
] as const;
export type RuleField = (typeof RULE_FIELDS)[number] | CustomFieldKey;

/** How a rule chooses among its people. */
export const RULE_WAYS = ['person', 'turn', 'fewest'] as const;
export type RuleWay = (typeof RULE_WAYS)[number];

/** Limits: rules of a client, conditions of a rule, values of a condition, and people of a rule. */
export const MAX_RULES = 50;
const MAX_CONDITIONS = 10;
const MAX_VALUES = 20;
const MAX_RULE_PEOPLE = 50;
export const MAX_RULE_NAME = 60;
const MAX_RULE_VALUE = 100;
/** The number of leads in the dry run. */
export const PREVIEW_LEADS = 50;
/** The highest limit of open leads that a person can have. */
const MAX_OPEN_LEADS = 100_000;

/** A week. */
const MAX_PROMISE_MINUTES = 7 * 24 * 60;
/** The configuration key of the promised time of first contact. */
export const PROMISE_KEY = 'first_contact';

/** Days of the week as rules number them: Monday is 1. */
export const RULE_DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

const isRuleField = (field: string): field is RuleField =>
  (RULE_FIELDS as readonly string[]).includes(field) || isCustomKey(field);

const RuleFieldName = unchecked<z.ZodMiniType<RuleField, RuleField>>(
  z.string().check(z.refine((field) => isRuleField(field), 'Choose a field from the list.')),
);

/** One of the values must match the lead's: exactly for choices and products, as a part for texts. */
const Condition = z.object({
  field: RuleFieldName,
  values: z
    .array(requiredLine(MAX_RULE_VALUE, 'Enter a value.'), 'Choose at least one value.')
    .check(
      z.minLength(1, 'Choose at least one value.'),
      z.maxLength(MAX_VALUES, `A condition has at most ${MAX_VALUES} values.`),
    ),
});
export type RuleCondition = z.infer<typeof Condition>;

/**
 * Times in the client's time zone. 22:00 until 06:00 spans midnight and belongs to the day on which it
 * begins.
 */
export const RuleTimes = z.object({
  days: z
    .array(z.int().check(z.minimum(1), z.maximum(7)), 'Choose at least one day.')
    .check(z.minLength(1, 'Choose at least one day.'), z.maxLength(7, 'A week has seven days.')),
  from: Clock,
  until: Clock,
});
export type RuleTimes = z.infer<typeof RuleTimes>;

const fields = {
  name: requiredLine(MAX_RULE_NAME, 'Name the rule.'),
  is_active: z.boolean('is_active must be true or false.'),
  /** All conditions must hold. A rule without conditions applies to every lead. */
  conditions: z
    .array(Condition)
    .check(z.maxLength(MAX_CONDITIONS, `A rule has at most ${MAX_CONDITIONS} conditions.`)),
  times: z.nullable(RuleTimes),
  way: z.enum(RULE_WAYS, 'Choose who gets the leads.'),
  people: z
    .array(Id, 'Choose at least one person.')
    .check(
      z.minLength(1, 'Choose at least one person.'),
      z.maxLength(MAX_RULE_PEOPLE, `A rule has at most ${MAX_RULE_PEOPLE} people.`),
    ),
};

/** A rule as it is sent. A new one has no id yet. */
export const RuleInput = z.object({ id: z.optional(Id), ...fields }).check(
  z.refine(({ way, people }) => way !== 'person' || people.length === 1, {
    path: ['people'],
    message: 'Choose one person.',
  }),
);
export type RuleInput = z.infer<typeof RuleInput>;

export const DistributionRule = z.object({ id: Id, ...fields });
export type DistributionRule = z.infer<typeof DistributionRule>;

/** A person who may be given leads, or who is named by a rule although they may not. */
export const DistributionPerson = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  /** Whether the person is an active user of this client. Others get no leads. */
  is_active: z.boolean(),
  open_leads: z.nullable(z.int()),
  /** The limit of open leads; null means no limit. */
  max_open_leads: z.nullable(z.int()),
});
export type DistributionPerson = z.infer<typeof DistributionPerson>;

const RuleList = z
  .array(RuleInput)
  .check(z.maxLength(MAX_RULES, `You’ve reached the limit of ${MAX_RULES} rules. Delete one first.`));

/** A lead in the dry run. */
const PreviewedLead = z.object({
  id: Id,
  name: z.string(),
  created_at: z.iso.datetime(),
  /** The current owner. */
  assigned_user_name: z.nullable(z.string()),
  /** The person chosen by the rules; null when they choose nobody. */
  person: z.nullable(z.object({ id: Id, name: z.string() })),
  reason: z.string(),
});

const common = { tag: 'Distribution', permission: 'distribution.manage' } as const;
const ForClient = z.object({ clientId: z.optional(Id) });

export const distribution = {
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/distribution',
    summary: 'The rules that give leads without an owner to people, in their order, and these people',
    query: z.object({ client_id: z.optional(Id) }),
    data: z.object({
      /** The version of the rules, sent back with a change. */
      version: z.string(),
      rules: z.array(DistributionRule),
      people: z.array(DistributionPerson),
      /**
       * Minutes within which leads that arrive automatically must be contacted; null when nothing is
       * promised.
       */
      promise_minutes: z.nullable(z.int()),
    }),
  }),
  save: endpoint({
    ...common,
    method: 'PUT',
    path: '/distribution',
    summary: 'Replace all rules, in the order in which they are tried',
    changes: ['distribution'],
    query: ForClient,
    body: z.object({ version: z.optional(z.string().check(z.maxLength(64))), rules: RuleList }),
    data: z.object({ version: z.string(), rules: z.array(DistributionRule) }),
  }),
  preview: endpoint({
    ...common,
    method: 'POST',
    path: '/distribution/preview',
    summary: 'Who would have got the last 50 leads by these rules; nothing is changed',
    query: ForClient,
    body: z.object({ rules: RuleList }),
    data: z.object({ leads: z.array(PreviewedLead) }),
  }),
  setPromise: endpoint({
    ...common,
    method: 'PUT',
    path: '/distribution/promise',
    summary:
      'The minutes within which leads that arrive by themselves are contacted, or else leaders are told; null: off',
    changes: ['distribution', 'fields'],
    query: ForClient,
    body: z.object({
      minutes: z.nullable(
        z
          .int('Enter a whole number of minutes.')
          .check(
            z.minimum(5, 'Enter 5 minutes or more.'),
            z.maximum(MAX_PROMISE_MINUTES, 'Enter a week (10,080 minutes) or less.'),
          ),
      ),
    }),
    data: z.object({ minutes: z.nullable(z.int()) }),
  }),
  setLimit: endpoint({
    ...common,
    method: 'PATCH',
    path: '/distribution/people/:id',
    summary: 'The most open leads up to which rules give more to this person; null for no limit',
    changes: ['distribution'],
    params: z.object({ id: Id }),
    query: ForClient,
    body: z.object({
      max_open_leads: z.nullable(
        z
          .int('Enter a whole number.')
          .check(z.minimum(1, 'Enter 1 or more.'), z.maximum(MAX_OPEN_LEADS, 'Enter a smaller number.')),
      ),
    }),
    data: z.object({ id: Id }),
  }),
};
