import { ActionIcon, Button, Input, Select, TextInput } from '@mantine/core';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { RULE_FIELDS } from '#shared/company/distribution.ts';
import type { RuleField } from '#shared/company/distribution.ts';
import classes from '#web/features/distribution/Distribution.module.css';
import { isChoice } from '#web/features/distribution/rule-words.ts';
import { newCondition } from '#web/features/distribution/typed-conditions.ts';
import type { TypedCondition } from '#web/features/distribution/typed-conditions.ts';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';
import { ProductsSelect } from '#web/leads/filters/ProductsSelect.tsx';
import { SeveralSelect } from '#web/leads/filters/SeveralSelect.tsx';

/** The types of custom fields whose values a rule can test. */
const TEXTS = new Set(['text', 'textarea', 'select', 'tags', 'email', 'phone', 'number']);

type Props = {
  clientId: string | undefined;
  fields: FieldSettings;
  conditions: readonly TypedCondition[];
  error: ReactNode;
  onChange: (conditions: TypedCondition[]) => void;
};

/** The conditions of a rule. All of them must hold; without any, the rule applies to every lead. */
export function ConditionFields({ clientId, fields, conditions, error, onChange }: Props) {
  const custom = fields.custom.filter((field) => TEXTS.has(fields.field(field).type));
  const all: RuleField[] = [...RULE_FIELDS, ...custom];
  const free = all.filter((field) => !conditions.some((condition) => condition.field === field));
  const put = (changed: TypedCondition) =>
    onChange(conditions.map((condition) => (condition.key === changed.key ? changed : condition)));
  return (
    <Input.Wrapper
      role="group"
      aria-label="Conditions"
      label="Conditions"
      labelElement="div"
      description={
        conditions.length === 0
          ? 'No conditions: applies to every lead not matched above.'
          : 'All conditions must match.'
      }
      error={error}
    >
      {conditions.map((condition) => (
        <div key={condition.key} className={classes.condition}>
          <Select
            aria-label="Field"
            data={all
              .filter((field) => field === condition.field || free.includes(field))
              .map((field) => ({ value: field, label: fields.title(field) }))}
            value={condition.field}
            allowDeselect={false}
            onChange={(field) => field && put({ ...newCondition(field), key: condition.key })}
          />
          <Values clientId={clientId} fields={fields} condition={condition} onChange={put} />
          <ActionIcon
            size={34}
            aria-label={`Remove the condition on ${fields.title(condition.field)}`}
            onClick={() => onChange(conditions.filter(({ key }) => key !== condition.key))}
          >
            <X size={15} aria-hidden="true" />
          </ActionIcon>
        </div>
      ))}
      {free[0] && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<Plus size={14} aria-hidden="true" />}
          onClick={() => free[0] && onChange([...conditions, newCondition(free[0])])}
        >
          Add condition
        </Button>
      )}
    </Input.Wrapper>
  );
}

type ValuesProps = Pick<Props, 'clientId' | 'fields'> & {
  condition: TypedCondition;
  onChange: (condition: TypedCondition) => void;
};

/** The values of a condition: options or products to choose from, or texts separated by commas. */
function Values({ clientId, fields, condition, onChange }: ValuesProps) {
  const { field, values, text } = condition;
  const label = `Values of ${fields.title(field)}`;
  if (!isChoice(fields, field))
    return (
      <TextInput
        aria-label={label}
        placeholder="Values, separated by commas"
        dir="auto"
        value={text}
        onChange={(event) => onChange({ ...condition, text: event.currentTarget.value })}
      />
    );
  const choose = {
    'aria-label': label,
    placeholder: 'Choose values',
    value: values,
    onChange: (chosen: string[]) => onChange({ ...condition, values: chosen }),
  };
  return field === 'product_id' ? (
    <ProductsSelect {...choose} clientId={clientId} />
  ) : (
    <SeveralSelect {...choose} nothingFoundMessage="Nothing found." choices={fields.options(field)} />
  );
}
