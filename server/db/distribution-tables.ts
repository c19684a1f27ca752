import type { ColumnType, Generated } from 'kysely';
import type { RuleCondition, RuleTimes, RuleWay } from '#shared/distribution.ts';
import type { Instant } from '#server/db/column-types.ts';

/** A rule that gives leads without an owner to people; `place` is its order. */
export type DistributionRuleRow = {
  id: string;
  place: number;
  name: string;
  is_active: Generated<boolean>;
  conditions: ColumnType<RuleCondition[], string, string>;
  times: ColumnType<RuleTimes | null, string | null, string | null>;
  way: RuleWay;
  people: string[];
};

/** The number of the rule's lead that the person got last. */
export type DistributionTurnRow = { rule_id: string; user_id: string; turn: number };

/** Leads that a running import is about to give to the person; without effect after `ends_at`. */
export type DistributionHoldRow = { import_id: string; user_id: string; leads: number; ends_at: Instant };

/** A person's target of the month that begins with the day. */
export type TargetRow = {
  user_id: string;
  month: string;
  calls: number | null;
  converted: number | null;
  converted_value: number | null;
};

/** Days for which somebody is away, both included; `last_day` null: until further notice. */
export type AbsenceRow = {
  id: string;
  user_id: string;
  first_day: string;
  last_day: string | null;
  /** The colleague who looks after the follow-ups meanwhile. */
  covered_by: string | null;
  created_at: Instant;
};
