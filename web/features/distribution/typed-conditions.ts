import type { RuleCondition, RuleField } from '#shared/company/distribution.ts';
import { isChoice } from '#web/features/distribution/rule-words.ts';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';
import { randomKey } from '#web/lib/random-key.ts';

/** A condition in the form: texts to match are typed with commas between them. */
export type TypedCondition = { key: string; field: RuleField; values: string[]; text: string };

/** A condition for a field, without values yet. */
export const newCondition = (field: RuleField): TypedCondition => ({
  key: randomKey(),
  field,
  values: [],
  text: '',
});

/** Conditions as the form shows them. */
export function typedConditions(
  conditions: readonly RuleCondition[],
  fields: FieldSettings,
): TypedCondition[] {
  return conditions.map(({ field, values }) => ({
    ...newCondition(field),
    ...(isChoice(fields, field) ? { values } : { text: values.join(', ') }),
  }));
}

/** Conditions as the API takes them. */
export function conditionsOf(typed: readonly TypedCondition[]): RuleCondition[] {
  return typed.map(({ field, values, text }) => ({
    field,
    values: [
      ...values,
      ...text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    ],
  }));
}
