import type { DistributionRule, RuleInput } from '#shared/company/distribution.ts';
import { metBy } from '#web/lib/forms/edit-conflict.ts';

/** A rule on the page. A new one has a key but no id yet. */
export type DraftRule = RuleInput & { key: string };
/** A stored rule on the page. */
export type KeyedRule = DistributionRule & { key: string };
type Drafts = readonly DraftRule[];

/** The rules as they are sent, without the keys, which only the page uses. */
export const sent = (rules: readonly RuleInput[]): RuleInput[] =>
  rules.map(({ id, name, is_active, conditions, times, way, people }) => ({
    ...(id && { id }),
    name,
    is_active,
    conditions,
    times,
    way,
    people,
  }));

/** Whether both are the same rules in the same order; new ones may have received their ids. */
export const isSame = (some: readonly RuleInput[], others: readonly RuleInput[]): boolean => {
  const contents = (rules: readonly RuleInput[]) =>
    JSON.stringify(sent(rules).map((rule) => ({ ...rule, id: undefined })));
  return contents(some) === contents(others);
};

/** Stored rules with their keys on the page. A new rule of the page is recognised by its content. */
export function keyed(stored: readonly DistributionRule[], known: Drafts): KeyedRule[] {
  const free = new Set(known);
  return stored.map((rule) => {
    const isNew = (one: DraftRule) => one.id === undefined && isSame([one], [rule]);
    const own = known.find(({ id }) => id === rule.id) ?? [...free].find(isNew);
    if (own) free.delete(own);
    return { ...rule, key: own?.key ?? rule.id };
  });
}

/**
 * Lays the rules edited here over those of somebody else who has saved first. `mine` has the rules that both
 * have changed, `others` the keys of those that only the other user has, `order` the keys of all rules, the
 * deleted ones included. An order chosen here stays.
 */
export function rebaseRules(before: Drafts, typed: Drafts, theirs: Drafts) {
  const at = (rules: Drafts): Record<string, DraftRule | undefined> =>
    Object.fromEntries(rules.map((rule) => [rule.key, rule]));
  const sides = { before: at(before), typed: at(typed), theirs: at(theirs) };
  const keys = [...new Set([...before, ...typed, ...theirs].map(({ key }) => key))];
  const listed = (rule: unknown) => (rule ? [rule as DraftRule] : []);
  const met = metBy(sides, (_, one, other) => isSame(listed(one), listed(other)), keys);
  const values = new Map<string, DraftRule>();
  for (const [key, rule] of Object.entries(met.values))
    // A rule that the other user has deleted is a new one when it stays.
    if (rule) values.set(key, { ...rule, id: sides.theirs[key]?.id });
  const common = (rules: Drafts) => keysOf(rules).filter((key) => sides.before[key] && sides.typed[key]);
  const isMoved = common(before).join() !== common(typed).join();
  const [first, second] = isMoved ? [typed, theirs] : [theirs, typed];
  const order = merged(keysOf(first), keysOf(second));
  return {
    rules: inOrder(values, order),
    mine: Object.fromEntries(Object.keys(met.mine).map((key) => [key, values.get(key)])),
    others: met.others,
    order,
  };
}

/** The rules with one of them put in its place in `order`, or left out if undefined. */
export function withRule(rules: Drafts, key: string, rule: DraftRule | undefined, order: readonly string[]) {
  const values = new Map(rules.map((one) => [one.key, one]));
  if (rule) values.set(key, rule);
  else values.delete(key);
  return inOrder(values, merged(keysOf(rules), order));
}

const keysOf = (rules: Drafts) => rules.map(({ key }) => key);
const inOrder = (values: ReadonlyMap<string, DraftRule>, order: readonly string[]): DraftRule[] =>
  order.flatMap((key) => values.get(key) ?? []);

/** The keys, with each that only the others have behind the one before it there. */
function merged(keys: readonly string[], others: readonly string[]): string[] {
  const all = [...keys];
  for (const [place, key] of others.entries())
    if (!all.includes(key)) all.splice(all.indexOf(others[place - 1] ?? '') + 1, 0, key);
  return all;
}
