import { distribution } from '#shared/company/distribution.ts';
import type { DistributionPerson } from '#shared/company/distribution.ts';
import { counted, inNumbers } from '#shared/values/numbers.ts';
import { useSend } from '#web/api/query.ts';
import classes from '#web/features/distribution/Distribution.module.css';
import { fieldMessages } from '#web/lib/errors.ts';
import { useStoredNumber } from '#web/lib/hooks/useStoredNumber.ts';
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
  const save = useSend(distribution.setLimit);
  const field = useStoredNumber(person.max_open_leads, numberOf, async (max_open_leads) => {
    const input = {
      params: { id: person.id },
      query: clientId ? { clientId } : {},
      body: { max_open_leads },
    };
    await sayOutcome(save.mutateAsync(input), {
      done: () =>
        showSuccess(
          max_open_leads === null
            ? `${person.name} no longer has a limit`
            : `${person.name} gets new leads up to ${inNumbers(max_open_leads)} open leads`,
        ),
      failed: 'Failed to save the limit',
    });
  });
  return (
    <NumberField
      className={classes.limit}
      size="xs"
      aria-label={`Limit of open leads for ${person.name}`}
      placeholder="No limit"
      {...field}
      error={save.isError ? fieldMessages(save.error)['max_open_leads'] : undefined}
    />
  );
}
