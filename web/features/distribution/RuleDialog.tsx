import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { MAX_RULE_NAME, RULE_WAYS, RuleInput } from '#shared/company/distribution.ts';
import type { DistributionPerson, RuleWay } from '#shared/company/distribution.ts';
import { ConditionFields } from '#web/features/distribution/ConditionFields.tsx';
import { conditionsOf, typedConditions } from '#web/features/distribution/typed-conditions.ts';
import type { TypedCondition } from '#web/features/distribution/typed-conditions.ts';
import { TimesFields } from '#web/features/distribution/TimesFields.tsx';
import type { RuleWords } from '#web/features/distribution/rule-words.ts';
import type { DraftRule } from '#web/features/distribution/rebase-rules.ts';
import { SeveralSelect } from '#web/leads/filters/SeveralSelect.tsx';
import { focusFirstError } from '#web/lib/forms/focus-first-error.ts';
import { problemsIn } from '#web/lib/forms/problems-in.ts';
import { randomKey } from '#web/lib/random-key.ts';
import { Choices } from '#web/ui/fields/Choices.tsx';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import classes from '#web/ui/fields/Form.module.css';

type Props = {
  /** Absent for a new rule. */
  rule: DraftRule | undefined;
  clientId: string | undefined;
  people: readonly DistributionPerson[];
  words: RuleWords;
  onDone: (rule: DraftRule) => void;
  onClose: () => void;
};

const WAY_LABELS: Record<RuleWay, string> = {
  person: 'One person',
  turn: 'Several people, in turn',
  fewest: 'The person with the fewest open leads',
};
const WAYS = RULE_WAYS.map((value) => ({ value, label: WAY_LABELS[value] }));

/** The form of a rule. The page holds its changes until all rules are saved. */
export function RuleDialog(props: Props) {
  const { rule, clientId, people, words, onClose } = props;
  const { form, submit } = useRuleForm(props);
  const title = rule ? 'Edit Rule' : 'Add Rule';
  const { way } = form.values;
  const choices = people
    .filter(({ id, is_active }) => is_active || form.values.people.includes(id))
    .map(({ id, name, is_active }) => ({ value: id, label: is_active ? name : `${name} (inactive)` }));
  return (
    <FormDialog
      title={title}
      save={rule ? 'Update Rule' : 'Add Rule'}
      onClose={onClose}
      onSubmit={submit}
      isDirty={() => form.isDirty()}
    >
      <TextInput
        className={classes.wide}
        label="Name"
        description="Shown in the timeline of each lead the rule assigns."
        data-autofocus
        required
        dir="auto"
        maxLength={MAX_RULE_NAME}
        {...form.getInputProps('name')}
      />
      <div className={classes.wide}>
        <ConditionFields
          clientId={clientId}
          fields={words.fields}
          conditions={form.values.conditions}
          error={form.errors['conditions']}
          onChange={(conditions) => form.setFieldValue('conditions', conditions)}
        />
      </div>
      <div className={classes.wide}>
        <TimesFields
          times={form.values.times}
          error={form.errors['times']}
          onChange={(times) => form.setFieldValue('times', times)}
        />
      </div>
      <div className={classes.wide}>
        <Choices
          title="The lead goes to"
          choices={WAYS}
          value={way}
          onChange={(value) => form.setFieldValue('way', value as RuleWay)}
        />
      </div>
      <div className={classes.wide}>
        <SeveralSelect
          label={way === 'person' ? 'Person' : 'People'}
          placeholder="Choose people"
          nothingFoundMessage="Nobody found."
          choices={choices}
          value={form.values.people}
          error={form.errors['people']}
          onChange={(ids) => form.setFieldValue('people', way === 'person' ? ids.slice(-1) : ids)}
        />
      </div>
    </FormDialog>
  );
}

type Values = Omit<RuleInput, 'id' | 'is_active' | 'conditions'> & { conditions: TypedCondition[] };

/** The values of a rule and their validation. */
function useRuleForm({ rule, words, onDone, onClose }: Props) {
  const read = (values: Values) => ({
    ...values,
    ...(rule?.id && { id: rule.id }),
    is_active: rule?.is_active ?? true,
    conditions: conditionsOf(values.conditions),
  });
  const form = useForm<Values>({
    initialValues: {
      name: rule?.name ?? '',
      conditions: typedConditions(rule?.conditions ?? [], words.fields),
      times: rule?.times ?? null,
      way: rule?.way ?? 'turn',
      people: rule?.people ?? [],
    },
    validate: (values) => problemsIn(RuleInput.safeParse(read(values))),
  });
  const submit = form.onSubmit((values) => {
    onDone({ ...RuleInput.parse(read(values)), key: rule?.key ?? randomKey() });
    onClose();
  }, focusFirstError);
  return { form, submit };
}
