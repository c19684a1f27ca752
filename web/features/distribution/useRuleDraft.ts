import { useRef, useState } from 'react';
import type { Dispatch, SetStateAction } from 'react';
import { distribution } from '#shared/company/distribution.ts';
import type { DataOf } from '#shared/protocol/endpoint.ts';
import { useSend } from '#web/api/query.ts';
import { isSame, keyed, rebaseRules, sent, withRule } from '#web/features/distribution/rebase-rules.ts';
import type { DraftRule, KeyedRule } from '#web/features/distribution/rebase-rules.ts';
import { currentIn, messageOf } from '#web/lib/errors.ts';
import type { Side } from '#web/lib/forms/edit-conflict.ts';
import { moved } from '#web/lib/moved.ts';
import { showFailure, showSuccess } from '#web/ui/states/toast.ts';

export type RuleDraft = ReturnType<typeof useRuleDraft>;
type Stored = DataOf<typeof distribution.save>;
type SetRules = Dispatch<SetStateAction<DraftRule[]>>;
/** Rules that somebody else saved first, and how they meet those edited here. */
type Met = Omit<ReturnType<typeof rebaseRules>, 'rules'> & { before: KeyedRule[]; theirs: KeyedRule[] };

const at = (rules: readonly DraftRule[], wanted: string) => rules.find(({ key }) => key === wanted);

/** The client's rules as the user edits them, until they are saved. */
export function useRuleDraft(clientId: string | undefined, stored: Stored) {
  const call = useSend(distribution.save);
  const [base, setBase] = useState(() => ({ version: stored.version, rules: keyed(stored.rules, []) }));
  const [rules, setRules] = useState<DraftRule[]>(base.rules);
  const [met, setMet] = useState<Met>();
  /** The version that was loaded before the response to a save showed a newer one. */
  const [overtaken, setOvertaken] = useState<string>();
  /** The rules of a save that failed, which may have arrived all the same. */
  const unanswered = useRef<DraftRule[]>(undefined);
  const [isSaving, setSaving] = useState(false);
  const isDirty = JSON.stringify(sent(rules)) !== JSON.stringify(sent(base.rules));

  const take = (now: Stored) => {
    const next = keyed(now.rules, rules);
    setBase({ version: now.version, rules: next });
    setRules(next);
    setMet(undefined);
  };
  const isNews = stored.version !== base.version && stored.version !== overtaken;
  // Nothing would be lost here. The rules that are being saved may be read before the response arrives.
  if (isNews && !isSaving && (!isDirty || isSame(rules, stored.rules))) take(stored);

  /** Continues from `next`. Edits made here since the attempt stay. */
  const follow = (version: string, theirs: KeyedRule[], attempt: DraftRule[], next: DraftRule[]) => {
    unanswered.current = undefined;
    setOvertaken(stored.version);
    setBase({ version, rules: theirs });
    setRules((now) => rebaseRules(attempt, now, next).rules);
    setMet(undefined);
  };
  const save = async (attempt: DraftRule[], version: string): Promise<void> => {
    try {
      const query = clientId ? { clientId } : {};
      const { data } = await call.mutateAsync({ query, body: { version, rules: sent(attempt) } });
      const saved = keyed(data.rules, attempt);
      follow(data.version, saved, attempt, saved);
      showSuccess('Rules saved');
    } catch (error) {
      const now = currentIn(error) as Stored | undefined;
      if (now) return await meet(now, attempt);
      unanswered.current = attempt;
      showFailure(messageOf(error, 'Please try again.'), 'Failed to save the rules');
    }
  };
  const meet = async (now: Stored, attempt: DraftRule[]): Promise<void> => {
    const own = [unanswered.current, attempt].find((one) => one && isSame(one, now.rules));
    const theirs = keyed(now.rules, own ?? attempt);
    const before = base.rules;
    const { rules: next, ...found } = rebaseRules(own ?? before, attempt, theirs);
    follow(now.version, theirs, attempt, next);
    if (!own) setMet({ before, theirs, ...found });
    else if (isSame(next, theirs)) showSuccess('Rules saved');
    else await save(next, now.version);
  };
  return {
    ...editsOf(setRules),
    rules,
    isDirty,
    isSaving,
    /** The rules of the other user, which the notice describes. */
    theirs: met?.theirs ?? [],
    /** The props of `ConflictNotice`; `inWords` describes a rule, or says that it was deleted. */
    notice: (inWords: (rule: DraftRule | undefined) => string) =>
      met && { version: base.version, ...questionsOf({ rules, setRules, met, setMet }, inWords) },
    body: () => ({ rules: sent(rules) }),
    reset: () => take(isNews ? stored : base),
    save: async () => {
      setSaving(true);
      await save(rules, base.version).finally(() => setSaving(false));
    },
  };
}

const editsOf = (setRules: SetRules) => ({
  /** Adds a rule, or replaces it. Its id may have come or gone since it was opened. */
  put: (rule: DraftRule) =>
    setRules((all) => {
      const known = at(all, rule.key);
      const next = { ...rule, id: known?.id };
      return known ? all.map((one) => (one === known ? next : one)) : [...all, next];
    }),
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
});

type Meeting = { rules: DraftRule[]; setRules: SetRules; met: Met; setMet: (met: Met) => void };

/** The questions about rules that both have changed, and what else the other user has changed. */
function questionsOf(
  { rules, setRules, met, setMet }: Meeting,
  inWords: (rule: DraftRule | undefined) => string,
) {
  const { before, theirs, mine, others, order } = met;
  const titleOf = (key: string) => (at(before, key) ?? at(theirs, key))?.name ?? '';
  const listed = (rule: DraftRule | undefined) => (rule ? [rule] : []);
  const sideOf = (key: string): Side =>
    isSame(listed(at(rules, key)), listed(at(theirs, key))) ? 'theirs' : 'mine';
  const mineOf = (key: string) => (sideOf(key) === 'mine' ? at(rules, key) : mine[key]);
  return {
    questions: Object.keys(mine).map((key) => ({
      field: key,
      title: titleOf(key),
      mine: inWords(mineOf(key)),
      theirs: inWords(at(theirs, key)),
      side: sideOf(key),
    })),
    others: others.map((key) => ({ field: key, title: titleOf(key), now: inWords(at(theirs, key)) })),
    onChoose: (key: string, side: Side) => {
      const own = mineOf(key);
      setMet({ ...met, mine: { ...mine, [key]: own } });
      setRules(withRule(rules, key, side === 'mine' ? own : at(theirs, key), order));
    },
  };
}
