import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { leadVisibility } from '#shared/lead-visibility.ts';
import type { LeadVisibility as Chosen, Visibility } from '#shared/lead-visibility.ts';
import { query, useSend } from '#web/api/query.ts';
import classes from '#web/features/lead-visibility/LeadVisibility.module.css';
import { CheckBox } from '#web/ui/CheckBox.tsx';
import { Choices } from '#web/ui/Choices.tsx';
import form from '#web/ui/Form.module.css';
import { PartStates } from '#web/ui/PartStates.tsx';
import { sayOutcome, showSuccess } from '#web/ui/toast.ts';

const ROLES = [
  { role: 'manager', title: 'Managers see' },
  { role: 'salesrep', title: 'Sales Reps see' },
] as const;
const CHOICES: { value: Visibility; label: string }[] = [
  { value: 'company', label: "The company's leads" },
  { value: 'team', label: "The team's leads" },
  { value: 'own', label: 'Own leads' },
];

/** The leads that the people of a client see, by role. */
export function LeadVisibility({ clientId }: { clientId: string }) {
  const source = useQuery(query(leadVisibility.get, { params: { id: clientId } }));
  return (
    <section className={classes.part} aria-labelledby="lead-visibility">
      <h2 id="lead-visibility" className={classes.title}>
        Visibility of leads
      </h2>
      <PartStates source={source} loading="Loading visibility..." failure="Failed to load the visibility">
        {({ data }) => <Form key={JSON.stringify(data)} clientId={clientId} saved={data} />}
      </PartStates>
    </section>
  );
}

function Form({ clientId, saved }: { clientId: string; saved: Chosen }) {
  const [chosen, setChosen] = useState(saved);
  const save = useSend(leadVisibility.update);
  const isChanged = JSON.stringify(chosen) !== JSON.stringify(saved);
  const submit = () =>
    void sayOutcome(save.mutateAsync({ params: { id: clientId }, body: chosen }), {
      done: ({ message }) => showSuccess(message ?? 'Saved.'),
      failed: 'The visibility was not saved',
      fallback: 'Please try again.',
    });
  return (
    <form
      className={classes.part}
      style={{ padding: 0 }}
      aria-labelledby="lead-visibility"
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) submit();
      }}
    >
      {ROLES.map(({ role, title }) => (
        <Choices
          key={role}
          title={title}
          choices={CHOICES}
          value={chosen[role]}
          onChange={(value) => setChosen({ ...chosen, [role]: value as Visibility })}
        />
      ))}
      <p className={classes.note}>
        A team is a person and everybody below. Managers who see the team&apos;s leads also see those of
        nobody. Admins see the company&apos;s.
      </p>
      <label className={form.check} htmlFor="hints-of-colleagues">
        <CheckBox
          id="hints-of-colleagues"
          checked={chosen.hintsOfColleagues}
          onChange={(event) => setChosen({ ...chosen, hintsOfColleagues: event.currentTarget.checked })}
        />
        <span>Say that a colleague already works with a person, without a name</span>
      </label>
      <div>
        <Button type="submit" disabled={!isChanged} loading={save.isPending}>
          Save Changes
        </Button>
      </div>
    </form>
  );
}
