import { Button } from '@mantine/core';
import ListOrdered from 'lucide-react/icons/list-ordered';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { MAX_RULES } from '#shared/company/distribution.ts';
import type { distribution, DistributionPerson } from '#shared/company/distribution.ts';
import type { DataOf } from '#shared/protocol/endpoint.ts';
import classes from '#web/features/distribution/Distribution.module.css';
import { DryRun } from '#web/features/distribution/DryRun.tsx';
import { RuleItem } from '#web/features/distribution/RuleItem.tsx';
import { useRuleDraft } from '#web/features/distribution/useRuleDraft.ts';
import type { RuleDraft } from '#web/features/distribution/useRuleDraft.ts';
import type { DraftRule } from '#web/features/distribution/rebase-rules.ts';
import { ruleSentence } from '#web/features/distribution/rule-words.ts';
import { loadable } from '#web/lib/loadable.tsx';
import { useLeaveGuard } from '#web/lib/forms/useLeaveGuard.ts';
import { ConflictNotice } from '#web/ui/dialogs/ConflictNotice.tsx';
import { LeaveQuestion } from '#web/ui/dialogs/LeaveQuestion.tsx';
import { Sortable } from '#web/ui/lists/Sortable.tsx';
import { StateMessage } from '#web/ui/states/StateMessage.tsx';
import type { RuleWords } from '#web/features/distribution/rule-words.ts';
import { useFieldConfiguration } from '#web/leads/fields/useFieldConfiguration.ts';
import { useProductName } from '#web/pickers/useProductName.ts';

const RuleDialog = loadable(
  async () => (await import('#web/features/distribution/RuleDialog.tsx')).RuleDialog,
);

type Props = { clientId: string | undefined; stored: DataOf<typeof distribution.get> };

/** The rules in their order, edited on the page and saved in one go, with a dry run of the unsaved rules. */
export function DistributionRules({ clientId, stored }: Props) {
  const draft = useRuleDraft(clientId, stored);
  const [open, setOpen] = useState<DraftRule | 'new'>();
  const words = useRuleWords(clientId, stored.people, [...draft.rules, ...draft.theirs]);
  const guard = useLeaveGuard(
    () => draft.isDirty,
    () => draft.isSaving,
  );
  const { rules } = draft;
  const add = (
    <Button
      variant={draft.isDirty ? 'default' : 'filled'}
      leftSection={<Plus size={15} aria-hidden="true" />}
      disabled={rules.length >= MAX_RULES}
      onClick={() => setOpen('new')}
    >
      Add Rule
    </Button>
  );
  const nameOf = (key: string) => rules.find((rule) => rule.key === key)?.name ?? '';
  return (
    <section className={classes.part} aria-label="Rules">
      {rules.length === 0 && !draft.isDirty ? (
        <StateMessage icon={ListOrdered} title="No rules yet" actions={add}>
          Leads from websites, portals, programs and files arrive unassigned, and managers are notified. Rules
          assign them at once.
        </StateMessage>
      ) : (
        <>
          <div className={classes.top}>
            <p className={classes.text}>
              Rules run from top to bottom. The first match with someone available assigns the lead. If there
              is none, the lead stays unassigned, and managers and admins are notified.
            </p>
            {add}
          </div>
          <Sortable ids={rules.map(({ key }) => key)} noun="rule" name={nameOf} onMove={draft.move}>
            <ol className={classes.rules} aria-label="Rules in their order">
              {rules.map((rule, place) => (
                <RuleItem
                  key={rule.key}
                  rule={rule}
                  place={place}
                  words={words}
                  people={stored.people}
                  onEdit={() => setOpen(rule)}
                  onSwitch={() => draft.put({ ...rule, is_active: !rule.is_active })}
                  onRemove={() => draft.remove(rule)}
                />
              ))}
            </ol>
          </Sortable>
          <RuleConflict draft={draft} words={words} />
          <SaveBar draft={draft} />
          <DryRun clientId={clientId} draft={draft} />
        </>
      )}
      {open && (
        <RuleDialog
          rule={open === 'new' ? undefined : open}
          clientId={clientId}
          people={stored.people}
          words={words}
          onDone={draft.put}
          onClose={() => setOpen(undefined)}
        />
      )}
      <LeaveQuestion guard={guard} />
    </section>
  );
}

/** Another user's changes, with rules as sentences. */
function RuleConflict({ draft, words }: { draft: RuleDraft; words: RuleWords }) {
  const notice = draft.notice((rule) => {
    if (!rule) return 'deleted';
    return `${rule.name}. ${ruleSentence(rule, words)}${rule.is_active ? '' : ' Off.'}`;
  });
  return notice && <ConflictNotice title="Someone else has changed the rules in the meantime" {...notice} />;
}

/** Shows that changes are not saved yet, and saves or discards them. */
function SaveBar({ draft }: { draft: RuleDraft }) {
  const { isDirty, isSaving } = draft;
  return (
    <div className={classes.save} data-shown={isDirty || undefined}>
      <p role="status">{isDirty && 'Not saved yet. New leads still follow the saved rules.'}</p>
      {isDirty && (
        <div className={classes.buttons}>
          <Button variant="default" disabled={isSaving} onClick={draft.reset}>
            Discard Changes
          </Button>
          <Button loading={isSaving} onClick={() => void draft.save()}>
            Save Rules
          </Button>
        </div>
      )}
    </div>
  );
}

/** The names of a client's people, products and fields, for describing rules. */
function useRuleWords(
  clientId: string | undefined,
  people: readonly DistributionPerson[],
  rules: readonly DraftRule[],
): RuleWords {
  const fields = useFieldConfiguration(clientId);
  const conditions = rules.flatMap((rule) => rule.conditions);
  const chosen = conditions.filter(({ field }) => field === 'product_id').flatMap(({ values }) => values);
  const productName = useProductName(chosen, clientId);
  return {
    fields,
    person: (id) => people.find((person) => person.id === id)?.name ?? 'somebody',
    product: (id) => productName(id) ?? 'another product',
  };
}
