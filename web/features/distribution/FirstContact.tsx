import { distribution } from '#shared/distribution.ts';
import { useSend } from '#web/api/query.ts';
import classes from '#web/features/distribution/Distribution.module.css';
import { useStoredText } from '#web/lib/hooks/useStoredText.ts';
import { fieldMessages } from '#web/lib/errors.ts';
import { numberOf } from '#web/lib/forms/typed-number.ts';
import { NumberField } from '#web/ui/fields/NumberField.tsx';
import { sayOutcome, showSuccess } from '#web/ui/states/toast.ts';

type Props = { clientId: string | undefined; minutes: number | null };

/** The promised time of first contact: off while the field is empty. */
export function FirstContact({ clientId, minutes }: Props) {
  const stored = minutes === null ? '' : String(minutes);
  const [value, setValue] = useStoredText(stored);
  const save = useSend(distribution.setPromise);
  const done = () => {
    if (value === stored || save.isPending) return;
    const wanted = value === '' ? null : numberOf(value);
    // The input itself shows that this is not a number.
    if (Number.isNaN(wanted)) return;
    const input = { query: clientId ? { clientId } : {}, body: { minutes: wanted } };
    void sayOutcome(save.mutateAsync(input), {
      done: () =>
        showSuccess(
          wanted === null ? 'No time limit for the first contact.' : 'Saved. The limit applies to new leads.',
        ),
      failed: 'Failed to save the time limit',
    });
  };
  return (
    <section className={classes.part} aria-label="First contact">
      <h2 className={classes.title}>First contact</h2>
      <div className={classes.top}>
        <p className={classes.text}>
          Leads that arrive by themselves are contacted within this number of minutes, counted in the working
          hours of the company. Managers and admins are told once of a lead that is not, and the lead says so
          until somebody has called. Empty: nothing is promised.
        </p>
        <NumberField
          className={classes.limit}
          size="xs"
          aria-label="Minutes until the first contact"
          placeholder="Minutes"
          value={value}
          onChange={setValue}
          onDone={done}
          error={save.isError ? fieldMessages(save.error)['minutes'] : undefined}
        />
      </div>
    </section>
  );
}
