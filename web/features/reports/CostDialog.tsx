import { NativeSelect } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { DEFAULT_CURRENCY } from '#shared/values/money.ts';
import { monthName } from '#shared/values/months.ts';
import { reports } from '#shared/activities/reports.ts';
import type { SourceCost } from '#shared/activities/reports.ts';
import { useSend } from '#web/api/query.ts';
import { amountOf } from '#web/lib/forms/typed-number.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { useFormCall } from '#web/ui/dialogs/useFormCall.ts';
import classes from '#web/ui/fields/Form.module.css';
import { NumberField } from '#web/ui/fields/NumberField.tsx';
import { showSuccess } from '#web/ui/states/toast.ts';

type Props = {
  clientId: string | undefined;
  /** The months of the period. */
  months: readonly string[];
  costs: readonly SourceCost[];
  sources: readonly { key: string; name: string }[];
  onClose: () => void;
};

const MONTH_LENGTH = '2026-11'.length;
const keyOf = (source: string, month: string) => `${month} ${source}`;

/**
 * The costs of every source in a month of the period. Text typed for one month stays while another is shown,
 * and all months are saved at once.
 */
export function CostDialog({ clientId, months, costs, sources, onClose }: Props) {
  const [month, setMonth] = useState(months.at(-1) ?? '');
  const save = useSend(reports.setCosts);
  const stored = Object.fromEntries(
    costs.map(({ source, month: of, cost }) => [keyOf(source, of), `${cost}`]),
  );
  const changesOf = (texts: Record<string, string>) =>
    Object.entries(texts)
      .filter(([key, text]) => text !== (stored[key] ?? ''))
      .map(([key, text]) => ({
        source: key.slice(MONTH_LENGTH + 1),
        month: key.slice(0, MONTH_LENGTH),
        cost: text === '' ? null : amountOf(text),
      }));
  const form = useForm<{ typed: Record<string, string> }>({
    // Only what is typed here: the other costs follow what colleagues enter meanwhile.
    initialValues: { typed: {} },
    validate: ({ typed }) => {
      const changes = changesOf(typed);
      if (changes.length === 0) return {};
      const issues = reports.setCosts.body.safeParse({ costs: changes }).error?.issues ?? [];
      const wrong = issues.flatMap(({ path, message }) => {
        const change = changes[Number(path[1])];
        return change ? { ...change, message } : [];
      });
      // The first wrong amount may be one of a month that isn't shown.
      if (wrong[0] && !wrong.some((of) => of.month === month)) setMonth(wrong[0].month);
      return Object.fromEntries(wrong.map((of) => [keyOf(of.source, of.month), of.message]));
    },
  });
  const { typed } = form.values;
  const call = useFormCall(form, {
    send: async (values) => {
      const changes = changesOf(values.typed);
      if (changes.length === 0) return;
      await save.mutateAsync({ query: clientId ? { clientId } : {}, body: { costs: changes } });
      showSuccess('Costs saved');
    },
    done: onClose,
    failed: 'Failed to save the costs',
  });
  return (
    <FormDialog
      {...call}
      title="Costs of sources"
      description="What the company spent on each source in a month. Leave a source empty if it cost nothing."
      size="small"
      onClose={onClose}
      isDirty={() => changesOf(typed).length > 0}
      save="Save Costs"
    >
      <NativeSelect
        className={classes.wide}
        label="Month"
        value={month}
        onChange={({ currentTarget }) => setMonth(currentTarget.value)}
        data={months.map((value) => ({ value, label: monthName(value) }))}
      />
      {sources.map(({ key: source, name }) => {
        const key = keyOf(source, month);
        return (
          <NumberField
            key={key}
            label={name}
            currency={DEFAULT_CURRENCY}
            value={typed[key] ?? stored[key] ?? ''}
            error={form.errors[key]}
            onChange={(text) => {
              form.clearFieldError(key);
              form.setFieldValue('typed', (known) => ({ ...known, [key]: text }));
            }}
          />
        );
      })}
    </FormDialog>
  );
}
