import { distribution } from '#shared/company/distribution.ts';
import type { DistributionPerson } from '#shared/company/distribution.ts';
import { counted, inNumbers } from '#shared/values/numbers.ts';
import { useSend } from '#web/api/query.ts';
import classes from '#web/features/distribution/Distribution.module.css';
import { fieldMessages } from '#web/lib/errors.ts';
import { useStoredText } from '#web/lib/hooks/useStoredText.ts';
import { numberOf } from '#web/lib/forms/typed-number.ts';
import { useAbsences } from '#web/pickers/useAbsences.ts';
import items from '#web/ui/lists/Items.module.css';
import { NumberField } from '#web/ui/fields/NumberField.tsx';
import { sayOutcome, showSuccess } from '#web/ui/states/toast.ts';

type Props = { clientId: string | undefined; people: readonly DistributionPerson[] };

/**
 * The client's people with their open leads, and the number of open leads up to which rules
 * assign them more.
 */
export function PeopleLimits({ clientId, people }: Props) {
  const absences = useAbsences(clientId);
  const active = people.filter((person) => person.is_active);
  if (active.length === 0) return null;
  return (
    <section className={classes.part} aria-label="People">
      <h2 className={classes.title}>People</h2>
      <p className={classes.text}>
        Rules assign no leads to people who are away or have reached their limit of open leads.
      </p>
      <ul className={items.items}>
        {active.map((person) => (
          <li key={person.id} className={items.item} data-centred>
            <div className={items.body}>
              <p className={items.name} dir="auto">
                {person.name}
              </p>
              <p className={items.about}>
                {[
                  person.open_leads !== null && counted(person.open_leads, 'open lead'),
                  absences.away(person.id),
                ]
                  .filter(Boolean)
                  .join(', ')}
              </p>
            </div>
            <Limit clientId={clientId} person={person} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Limit({ clientId, person }: { clientId: string | undefined; person: DistributionPerson }) {
  const stored = person.max_open_leads === null ? '' : String(person.max_open_leads);
  const [value, setValue] = useStoredText(stored);
  const save = useSend(distribution.setLimit);
  const done = () => {
    if (value === stored || save.isPending) return;
    const max_open_leads = value === '' ? null : numberOf(value);
    // The input itself shows that this is not a number.
    if (Number.isNaN(max_open_leads)) return;
    const input = {
      params: { id: person.id },
      query: clientId ? { clientId } : {},
      body: { max_open_leads },
    };
    void sayOutcome(save.mutateAsync(input), {
      done: () =>
        showSuccess(
          max_open_leads === null
            ? `${person.name} no longer has a limit.`
            : `${person.name} gets new leads up to ${inNumbers(max_open_leads)} open leads.`,
        ),
      failed: 'Failed to save the limit',
    });
  };
  return (
    <NumberField
      className={classes.limit}
      size="xs"
      aria-label={`Limit of open leads for ${person.name}`}
      placeholder="No limit"
      value={value}
      onChange={setValue}
      onDone={done}
      error={save.isError ? fieldMessages(save.error)['max_open_leads'] : undefined}
    />
  );
}
