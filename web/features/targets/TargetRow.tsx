import { TargetChange, targets } from '#shared/activities/targets.ts';
import type { MonthPlace, PersonTarget } from '#shared/activities/targets.ts';
import { useSend } from '#web/api/query.ts';
import { MEASURES } from '#web/features/targets/measures.ts';
import { Progress } from '#web/features/targets/Progress.tsx';
import classes from '#web/features/targets/Targets.module.css';
import { problemsIn } from '#web/lib/forms/problems-in.ts';
import { amountOf } from '#web/lib/forms/typed-number.ts';
import { useStoredNumber } from '#web/lib/hooks/useStoredNumber.ts';
import { NumberField } from '#web/ui/fields/NumberField.tsx';
import { sayOutcome, showSuccess } from '#web/ui/states/toast.ts';

const NONE = { calls: null, converted: null, converted_value: null };

type Props = { person: PersonTarget; place: MonthPlace; clientId: string };

/** A person's target for the month and the progress so far. Each field is saved on blur and on Enter. */
export function TargetRow({ person, place, clientId }: Props) {
  const { id, name, is_active } = person;
  return (
    <tr>
      <th scope="row" dir="auto">
        {name}
        {!is_active && ' (inactive)'}
      </th>
      {MEASURES.map(({ measure, title, currency }) => (
        <td key={measure} data-title={title}>
          <Field
            {...{ measure, title, currency, id, name, clientId }}
            month={place.month}
            stored={person[measure]}
          />
          <Progress
            done={person.done}
            target={{ ...NONE, [measure]: person[measure] }}
            place={place}
            isBare
          />
        </td>
      ))}
    </tr>
  );
}

type FieldProps = Pick<(typeof MEASURES)[number], 'measure' | 'title' | 'currency'> & {
  month: string;
  clientId: string;
  id: string;
  name: string;
  stored: number | null;
};

function Field({ id, name, measure, title, currency, stored, month, clientId }: FieldProps) {
  const save = useSend(targets.change);
  const field = useStoredNumber(stored, amountOf, async (typed) => {
    const body = { month, [measure]: typed };
    await sayOutcome(save.mutateAsync({ params: { id }, query: { clientId }, body }), {
      done: () => showSuccess(`Target of ${name} saved`),
      failed: `Failed to save the target of ${name}`,
    });
  });
  const typed = field.value === '' ? null : amountOf(field.value);
  // The input itself shows that a text is not a number.
  const problem = Number.isNaN(typed)
    ? undefined
    : problemsIn(TargetChange.safeParse({ month, [measure]: typed }))[measure];
  return (
    <NumberField
      className={classes.field}
      size="xs"
      aria-label={`${title} of ${name}`}
      placeholder="None"
      currency={currency}
      {...field}
      onDone={() => !problem && field.onDone()}
      error={problem}
    />
  );
}
