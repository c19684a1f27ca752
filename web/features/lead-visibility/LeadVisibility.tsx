import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { leadVisibility } from '#shared/leads/lead-visibility.ts';
import type {
  ContactsShown,
  Exporters,
  LeadVisibility as Chosen,
  SavedVisibility as Saved,
  Visibility,
} from '#shared/leads/lead-visibility.ts';
import { query, useSend } from '#web/api/query.ts';
import classes from '#web/features/lead-visibility/LeadVisibility.module.css';
import { useLeaveGuard } from '#web/lib/forms/useLeaveGuard.ts';
import { useEditConflict } from '#web/lib/forms/useEditConflict.ts';
import type { FieldValue } from '#web/lib/forms/useEditConflict.ts';
import { useFormCall } from '#web/ui/dialogs/useFormCall.ts';
import { CheckBox } from '#web/ui/fields/CheckBox.tsx';
import { Choices } from '#web/ui/fields/Choices.tsx';
import { ConflictNotice } from '#web/ui/dialogs/ConflictNotice.tsx';
import fields from '#web/ui/fields/Form.module.css';
import { LeaveQuestion } from '#web/ui/dialogs/LeaveQuestion.tsx';
import { PartStates } from '#web/ui/states/PartStates.tsx';
import { showSuccess } from '#web/ui/states/toast.ts';

const ROLES = [
  { role: 'manager', title: 'Managers see' },
  { role: 'salesrep', title: 'Sales Reps see' },
] as const;
const CHOICES: { value: Visibility; label: string }[] = [
  { value: 'company', label: "The company's leads" },
  { value: 'team', label: "The team's leads" },
  { value: 'own', label: 'Own leads' },
];

const EXPORTERS: { value: Exporters; label: string }[] = [
  { value: 'everyone', label: 'Everyone' },
  { value: 'managers', label: 'Managers and admins' },
  { value: 'admins', label: 'Admins' },
];

const CONTACTS: { value: ContactsShown; label: string }[] = [
  { value: 'full', label: 'In full' },
  { value: 'masked', label: 'Masked' },
];

const TITLES = {
  manager: 'Managers see',
  salesrep: 'Sales Reps see',
  hintsOfColleagues: 'Duplicate warnings',
  exportsBy: 'Leads can be exported by',
  salesrepContacts: 'Sales Reps see phone numbers and emails',
};
const words = (_: string, value: FieldValue) =>
  [...CHOICES, ...EXPORTERS, ...CONTACTS].find((choice) => choice.value === value)?.label ??
  (value ? 'Yes' : 'No');
const valuesOf = ({ manager, salesrep, hintsOfColleagues, exportsBy, salesrepContacts }: Chosen): Chosen => ({
  manager,
  salesrep,
  hintsOfColleagues,
  exportsBy,
  salesrepContacts,
});

/** The leads that a client's users see, by role. */
export function LeadVisibility({ clientId }: { clientId: string }) {
  const source = useQuery(query(leadVisibility.get, { params: { id: clientId } }));
  return (
    <section className={classes.part} aria-labelledby="lead-visibility">
      <h2 id="lead-visibility" className={classes.title}>
        Visibility of leads
      </h2>
      <PartStates source={source} loading="Loading visibility..." failure="Failed to load the visibility">
        {({ data }) => <Form key={clientId} clientId={clientId} saved={data} />}
      </PartStates>
    </section>
  );
}

function Form({ clientId, saved }: { clientId: string; saved: Saved }) {
  const form = useForm({ initialValues: valuesOf(saved) });
  const chosen = form.values;
  const save = useSend(leadVisibility.update);
  const edit = useEditConflict<Saved, Chosen>(saved, valuesOf, form);
  const call = useFormCall(form, {
    edit,
    send: async () =>
      await save.mutateAsync({ params: { id: clientId }, body: { ...edit.changes, version: edit.version } }),
    done: (answer) => {
      if (answer) edit.begin(answer.data);
      showSuccess(answer?.message ?? 'Saved');
    },
    failed: 'Failed to save visibility',
  });
  const notice = edit.notice(TITLES, words);
  const guard = useLeaveGuard(call.isDirty);
  return (
    <form
      className={classes.part}
      style={{ padding: 0 }}
      aria-labelledby="lead-visibility"
      onSubmit={call.onSubmit}
    >
      {notice && (
        <ConflictNotice title="Someone else has changed the visibility in the meantime" {...notice} />
      )}
      {ROLES.map(({ role, title }) => (
        <Choices
          key={role}
          title={title}
          choices={CHOICES}
          value={chosen[role]}
          onChange={(value) => form.setFieldValue(role, value as Visibility)}
        />
      ))}
      <p className={classes.note}>
        A team is a person and everyone who reports to them. Managers who see their team’s leads also see
        unassigned ones. Admins see all leads.
      </p>
      <label className={fields.check} htmlFor="hints-of-colleagues">
        <CheckBox
          id="hints-of-colleagues"
          checked={chosen.hintsOfColleagues}
          onChange={(event) => form.setFieldValue('hintsOfColleagues', event.currentTarget.checked)}
        />
        <span>Warn about a colleague’s duplicate without naming the colleague</span>
      </label>
      <Choices
        title="Leads can be exported by"
        choices={EXPORTERS}
        value={chosen.exportsBy}
        onChange={(value) => form.setFieldValue('exportsBy', value as Exporters)}
      />
      <Choices
        title={TITLES.salesrepContacts}
        choices={CONTACTS}
        value={chosen.salesrepContacts}
        onChange={(value) => form.setFieldValue('salesrepContacts', value as ContactsShown)}
      />
      <p className={classes.note}>
        Masked numbers read +91 98••• ••505. A rep can call, write or press Show; each time is noted in the
        lead’s history and the audit log. Programs with service tokens, and webhooks, get them in full.
      </p>
      <div>
        <Button type="submit" disabled={!edit.isDirty} loading={call.isBusy}>
          Save Changes
        </Button>
      </div>
      <LeaveQuestion guard={guard} />
    </form>
  );
}
