import { Button } from '@mantine/core';
import { useState } from 'react';
import { counted } from '#shared/values/numbers.ts';
import { TargetForAll, targets } from '#shared/activities/targets.ts';
import type { Measure } from '#shared/activities/targets.ts';
import { useSend } from '#web/api/query.ts';
import { MEASURES } from '#web/features/targets/measures.ts';
import classes from '#web/features/targets/Targets.module.css';
import { problemsIn } from '#web/lib/forms/problems-in.ts';
import { amountOf } from '#web/lib/forms/typed-number.ts';
import { NumberField } from '#web/ui/fields/NumberField.tsx';
import { sayOutcome, showSuccess } from '#web/ui/states/toast.ts';

type Props = { month: string; people: number; clientId: string; isOld: boolean };
const EMPTY: Record<Measure, string> = { calls: '', converted: '', converted_value: '' };

/** Gives everybody the same target for the month. Measures that are left empty stay as they are. */
export function SameForAll({ month, people, clientId, isOld }: Props) {
  const save = useSend(targets.changeAll);
  const [texts, setTexts] = useState(EMPTY);
  const typed = MEASURES.filter(({ measure }) => texts[measure] !== '');
  const numbers = Object.fromEntries(typed.map(({ measure }) => [measure, amountOf(texts[measure])]));
  const body = { month, ...numbers };
  const isUnreadable = Object.values(numbers).some(Number.isNaN);
  // The inputs themselves show that a text is not a number.
  const problems = typed.length === 0 || isUnreadable ? {} : problemsIn(TargetForAll.safeParse(body));
  const isReady = typed.length > 0 && !isUnreadable && Object.keys(problems).length === 0;
  if (people < 2) return null;
  return (
    <form
      className={classes.all}
      aria-label="The same for everyone"
      inert={isOld}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReady || save.isPending) return;
        void sayOutcome(save.mutateAsync({ query: { clientId }, body }), {
          done: ({ data: { changed } }) => {
            setTexts(EMPTY);
            showSuccess(`Targets of ${counted(changed, 'person', 'people')} saved`);
          },
          failed: 'Failed to save the targets',
        });
      }}
    >
      <h3>The same for everyone</h3>
      {MEASURES.map(({ measure, title, currency }) => (
        <NumberField
          key={measure}
          className={classes.field}
          size="xs"
          label={title}
          aria-label={`${title} of everyone`}
          currency={currency}
          value={texts[measure]}
          onChange={(text) => setTexts((before) => ({ ...before, [measure]: text }))}
          error={problems[measure]}
        />
      ))}
      <Button type="submit" variant="default" size="xs" loading={save.isPending} disabled={!isReady}>
        Set for All {people}
      </Button>
    </form>
  );
}
