import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { distribution } from '#shared/company/distribution.ts';
import type { DistributionPerson } from '#shared/company/distribution.ts';
import { query } from '#web/api/query.ts';
import { AbsenceList } from '#web/features/distribution/AbsenceList.tsx';
import classes from '#web/features/distribution/Distribution.module.css';
import { loadable } from '#web/lib/loadable.tsx';
import { toldApart } from '#web/lib/names/tell-apart.ts';
import { useAbsences } from '#web/pickers/useAbsences.ts';
import { useCan } from '#web/session/useCan.ts';
import { useUser } from '#web/session/useSession.ts';
import items from '#web/ui/lists/Items.module.css';
import { PartStates } from '#web/ui/states/PartStates.tsx';

const AbsenceDialog = loadable(
  async () => (await import('#web/features/distribution/AbsenceDialog.tsx')).AbsenceDialog,
);

type Props = { clientId: string };

/** The days on which the user is away and, for those who may change them, the people of the client. */
export function Absences({ clientId }: Props) {
  const isOfClient = useUser().client !== null;
  const mayChangeAny = useCan('absences.change_any');
  return (
    <div className={classes.page}>
      {isOfClient && <OwnAbsences clientId={clientId} />}
      {mayChangeAny && <AbsencesOfPeople clientId={clientId} />}
    </div>
  );
}

function OwnAbsences({ clientId }: Props) {
  const { id } = useUser();
  const [isNew, setIsNew] = useState(false);
  const own = useAbsences(clientId).of(id);
  return (
    <section className={classes.part} aria-label="Away">
      <h2 className={classes.title}>Away</h2>
      <p className={classes.text}>
        On these days the rules assign you no leads. Colleagues see them when they assign work.
      </p>
      {own.length === 0 && <p className={items.about}>No absences planned.</p>}
      <AbsenceList absences={own} clientId={clientId} />
      <div className={items.foot}>
        <Button variant="default" onClick={() => setIsNew(true)}>
          I am away
        </Button>
      </div>
      {isNew && <AbsenceDialog clientId={clientId} onClose={() => setIsNew(false)} />}
    </section>
  );
}

function AbsencesOfPeople({ clientId }: Props) {
  const source = useQuery(query(distribution.get, { query: { client_id: clientId } }));
  const absences = useAbsences(clientId);
  const [leaving, setLeaving] = useState<DistributionPerson>();
  return (
    <section className={classes.part} aria-label="People">
      <h2 className={classes.title}>People</h2>
      <PartStates source={source} loading="Loading people..." failure="Failed to load the people">
        {({ data }) => (
          <ul className={items.items}>
            {toldApart(data.people)
              .filter((person) => person.is_active)
              .map((person) => (
                <li key={person.id} className={items.item} data-centred>
                  <div className={items.body}>
                    <p className={items.name} dir="auto">
                      {person.name}
                    </p>
                    <AbsenceList absences={absences.of(person.id)} clientId={clientId} name={person.name} />
                  </div>
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={`Say when ${person.name} is away`}
                    onClick={() => setLeaving(person)}
                  >
                    Away
                  </Button>
                </li>
              ))}
          </ul>
        )}
      </PartStates>
      {leaving && (
        <AbsenceDialog person={leaving} clientId={clientId} onClose={() => setLeaving(undefined)} />
      )}
    </section>
  );
}
