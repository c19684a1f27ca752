import type { ColumnType, Generated } from 'kysely';
import type { RuleCondition, RuleTimes, RuleWay } from '#shared/company/distribution.ts';
import type { Instant } from './column-types.ts';

/** A rule that distributes unassigned leads to users; `place` is its position in the order. */
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

/** The number of the rule's lead that this user received last. */
export type DistributionTurnRow = { rule_id: string; user_id: string; turn: number };

/** Leads that a running import is about to assign to the user; ignored after `ends_at`. */
export type DistributionHoldRow = { import_id: string; user_id: string; leads: number; ends_at: Instant };

/** A user's target for the month that begins on this day. */
export type TargetRow = {
  user_id: string;
  month: string;
  calls: number | null;
  converted: number | null;
  converted_value: number | null;
};

/** Days on which a user is away, both inclusive; `last_day` null means until further notice. */
export type AbsenceRow = {
  id: string;
  user_id: string;
  first_day: string;
  last_day: string | null;
  /** The colleague who looks after the follow-ups during the absence. */
  covered_by: string | null;
  created_at: Instant;
};
