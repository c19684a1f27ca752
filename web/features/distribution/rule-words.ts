import { clockTime } from '#shared/values/dates.ts';
import { RULE_DAYS } from '#shared/company/distribution.ts';
import type { RuleCondition, RuleInput, RuleTimes } from '#shared/company/distribution.ts';
import { isCustomKey } from '#shared/fields/custom-fields.ts';
import { optionLabel } from '#shared/fields/lead-options.ts';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';

/** Names for the ids and options in rules. */
export type RuleWords = {
  fields: FieldSettings;
  person: (id: string) => string;
  product: (id: string) => string;
};

/** Whether a condition on the field chooses among known values. Others match a part of the lead's text. */
export const isChoice = (fields: FieldSettings, field: RuleCondition['field']): boolean =>
  field === 'product_id' || fields.options(field).length > 0;

/** `Every lead goes in turn to Asha and Ravi.`: a rule as a sentence. */
export function ruleSentence({ conditions, times, way, people }: RuleInput, words: RuleWords): string {
  const when = [
    ...conditions.map((condition) => conditionWords(condition, words)),
    ...(times ? [timeWords(times)] : []),
  ];
  const names = people.map(words.person);
  const whom = { person: `to ${list(names, 'and')}`, turn: `in turn to ${list(names, 'and')}` };
  const goes =
    way === 'fewest' ? `to the one of ${list(names, 'and')} with the fewest open leads` : whom[way];
  const which = when.length === 0 ? 'Every lead' : `A lead with ${list(when, 'and')}`;
  return `${which} goes ${goes}.`;
}

function conditionWords({ field, values }: RuleCondition, { fields, product }: RuleWords): string {
  const isGone = isCustomKey(field) && !fields.setting(field);
  const title = isGone ? `${fields.title(field)} (a removed field)` : fields.title(field);
  if (!isChoice(fields, field))
    return `${title} like ${list(
      values.map((value) => `“${value}”`),
      'or',
    )}`;
  const label = (value: string) =>
    field === 'product_id'
      ? product(value)
      : (fields.options(field).find((option) => option.value === value)?.label ?? optionLabel(value));
  return `${title} ${list(values.map(label), 'or')}`;
}

/** `arrival on Mon to Fri from 9:30 AM until 6:00 PM`. */
function timeWords({ days, from, until }: RuleTimes): string {
  const span = from === until ? '' : ` from ${clock(from)} until ${clock(until)}`;
  return `arrival ${dayWords(days)}${span}`;
}

function dayWords(days: readonly number[]): string {
  const sorted = [...new Set(days)].toSorted((one, other) => one - other);
  const [first = 1] = sorted;
  const last = sorted.at(-1) ?? first;
  if (sorted.length === 7) return 'on any day';
  const name = (day: number) => RULE_DAYS[day - 1] ?? '';
  if (sorted.length > 2 && last - first === sorted.length - 1) return `on ${name(first)} to ${name(last)}`;
  return `on ${list(sorted.map(name), 'and')}`;
}

function clock(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return clockTime(hour, minute);
}

/** `Asha, Ravi and Bina`. */
function list(words: readonly string[], and: 'and' | 'or'): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} ${and} ${words.at(-1)}`;
}
