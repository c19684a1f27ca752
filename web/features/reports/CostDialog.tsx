import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { DEFAULT_CURRENCY } from '#shared/values/money.ts';
import { monthName } from '#shared/values/months.ts';
import { reports } from '#shared/activities/reports.ts';
import type { SourceCost } from '#shared/activities/reports.ts';
import { useSend } from '#web/api/query.ts';
import { amountOf } from '#web/lib/forms/typed-number.ts';
import { messageOf } from '#web/lib/errors.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { NumberField } from '#web/ui/fields/NumberField.tsx';
import { showFailure, showSuccess } from '#web/ui/states/toast.ts';

type Props = {
  clientId: string | undefined;
  /** The months of the period. */
  months: readonly string[];
  costs: readonly SourceCost[];
  sources: readonly { key: string; name: string }[];
  onClose: () => void;
};

/**
 * The costs of every source in a month of the period. Text typed for one month stays while another is shown.
 */
export function CostDialog({ clientId, months, costs, sources, onClose }: Props) {
  const [month, setMonth] = useState(months.at(-1) ?? '');
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const save = useSend(reports.setCost);
  const keyOf = (source: string, of: string) => `${of} ${source}`;
  const storedOf = (source: string, of: string) => {
    const known = costs.find((cost) => cost.source === source && cost.month === of);
    return known ? String(known.cost) : '';
  };
  const changes = months.flatMap((of) =>
    sources.flatMap(({ key: source }) => {
      const text = typed.get(keyOf(source, of));
      if (text === undefined || text === storedOf(source, of)) return [];
      return [{ source, month: of, cost: text === '' ? null : amountOf(text) }];
    }),
  );
  const isWrong = changes.some(({ cost }) => Number.isNaN(cost));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending || isWrong) return;
    try {
      for (const body of changes) await save.mutateAsync({ query: clientId ? { clientId } : {}, body });
      showSuccess('Costs saved');
      onClose();
    } catch (error) {
      showFailure(messageOf(error, 'Please try again.'), 'Failed to save the costs');
    }
  };
  return (
    <FormDialog
      title="Costs of sources"
      description="What the company spent on each source in a month. Leave a source empty if it cost nothing."
      size="small"
      onClose={onClose}
      isDirty={() => changes.length > 0}
      isBusy={save.isPending}
      isDisabled={isWrong}
      save="Save Costs"
      onSubmit={(event) => void submit(event)}
    >
      <NativeSelect
        label="Month"
        value={month}
        onChange={({ currentTarget }) => setMonth(currentTarget.value)}
        data={months.map((value) => ({ value, label: monthName(value) }))}
      />
      {sources.map(({ key, name }) => (
        <NumberField
          key={keyOf(key, month)}
          label={name}
          currency={DEFAULT_CURRENCY}
          value={typed.get(keyOf(key, month)) ?? storedOf(key, month)}
          onChange={(text) => setTyped((known) => new Map(known).set(keyOf(key, month), text))}
        />
      ))}
    </FormDialog>
  );
}
