import { useState } from 'react';
import { distribution } from '#shared/company/distribution.ts';
import type { RuleInput } from '#shared/company/distribution.ts';
import type { DataOf } from '#shared/protocol/endpoint.ts';
import { useSend } from '#web/api/query.ts';
import { moved } from '#web/lib/moved.ts';
import { randomKey } from '#web/lib/random-key.ts';
import { sayOutcome, showSuccess } from '#web/ui/states/toast.ts';

/** A rule on the page. A new one has a key but no id yet. */
export type DraftRule = RuleInput & { key: string };

export type RuleDraft = ReturnType<typeof useRuleDraft>;

const drafted = (rules: readonly RuleInput[]): DraftRule[] =>
  rules.map((rule) => ({ ...rule, key: rule.id ?? randomKey() }));
/** The rules without the keys, which only the page uses. */
const sent = (rules: readonly DraftRule[]): RuleInput[] =>
  rules.map(({ id, name, is_active, conditions, times, way, people }) => ({
    ...(id && { id }),
    name,
    is_active,
    conditions,
    times,
    way,
    people,
  }));

/** The client's rules as the user edits them, until they are saved. */
export function useRuleDraft(clientId: string | undefined, stored: DataOf<typeof distribution.get>) {
  const [base, setBase] = useState(stored);
  const [rules, setRules] = useState(() => drafted(stored.rules));
  const save = useSend(distribution.save);
  const isDirty = JSON.stringify(sent(rules)) !== JSON.stringify(base.rules);
  const take = (from: typeof stored) => {
    setBase(from);
    setRules(drafted(from.rules));
  };
  // Somebody else has saved, and nothing would be lost here.
  if (stored.version !== base.version && !isDirty) take(stored);
  return {
    rules,
    isDirty,
    isSaving: save.isPending,
    /** Somebody else has saved meanwhile: this draft can no longer be saved. */
    isStale: isDirty && stored.version !== base.version,
    body: () => ({ rules: sent(rules) }),
    reset: () => take(stored),
    put: (rule: DraftRule) =>
      setRules((all) =>
        all.some(({ key }) => key === rule.key)
          ? all.map((one) => (one.key === rule.key ? rule : one))
          : [...all, rule],
      ),
    remove: (rule: DraftRule) => setRules((all) => all.filter(({ key }) => key !== rule.key)),
    move: (key: string, over: string) =>
      setRules((all) => {
        const keys = moved(
          all.map((one) => one.key),
          key,
          over,
        );
        return keys.flatMap((wanted) => all.filter((one) => one.key === wanted));
      }),
    save: async () => {
      const query = clientId ? { clientId } : {};
      await sayOutcome(save.mutateAsync({ query, body: { version: base.version, rules: sent(rules) } }), {
        done: ({ data }) => {
          take({ ...base, ...data });
          showSuccess('Rules saved');
        },
        failed: 'Failed to save the rules',
      });
    },
  };
}
