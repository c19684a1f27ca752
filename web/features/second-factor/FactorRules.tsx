import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { isDayOrEmpty } from '#web/lib/forms/typed-date.ts';
import { secondFactor } from '#shared/accounts/second-factor.ts';
import type { FactorRule, FactorRules as Rules, SavedRules } from '#shared/accounts/second-factor.ts';
import { query, useSend } from '#web/api/query.ts';
import { useEditConflict } from '#web/lib/forms/useEditConflict.ts';
import type { FieldValue } from '#web/lib/forms/useEditConflict.ts';
import { useLeaveGuard } from '#web/lib/forms/useLeaveGuard.ts';
import { ConflictNotice } from '#web/ui/dialogs/ConflictNotice.tsx';
import { LeaveQuestion } from '#web/ui/dialogs/LeaveQuestion.tsx';
import { useFormCall } from '#web/ui/dialogs/useFormCall.ts';
import { Choices } from '#web/ui/fields/Choices.tsx';
import { DayInput } from '#web/ui/fields/DayInput.tsx';
import classes from '#web/ui/fields/Form.module.css';
import { PartStates } from '#web/ui/states/PartStates.tsx';
import { showSuccess } from '#web/ui/states/toast.ts';

const CHOICES: { value: FactorRule; label: string }[] = [
  { value: 'nobody', label: 'Nobody' },
  { value: 'admins', label: 'Admins' },
  { value: 'everyone', label: 'Everyone' },
];
const TITLES = { who: 'Required for', from: 'From' };
const words = (_: string, value: FieldValue) =>
  CHOICES.find((choice) => choice.value === value)?.label ?? (value ? String(value) : 'Now');
const valuesOf = ({ who, from }: Rules): Rules => ({ who, from });

/** Chooses which users of a client must sign in with a second factor, and from which day. */
export function FactorRules({ clientId }: { clientId: string }) {
  const source = useQuery(query(secondFactor.rules, { params: { id: clientId } }));
  return (
    <PartStates source={source} loading="Loading two-step sign-in..." failure="Failed to load this setting">
      {({ data }) => <Form key={clientId} clientId={clientId} saved={data} />}
    </PartStates>
  );
}

function Form({ clientId, saved }: { clientId: string; saved: SavedRules }) {
  const form = useForm({ initialValues: valuesOf(saved) });
  const chosen = form.values;
  const save = useSend(secondFactor.setRules);
  const edit = useEditConflict<SavedRules, Rules>(saved, valuesOf, form);
  const call = useFormCall(form, {
    edit,
    send: async () =>
      await save.mutateAsync({ params: { id: clientId }, body: { ...edit.changes, version: edit.version } }),
    done: (answer) => {
      if (answer) edit.begin(answer.data);
      showSuccess('Saved');
    },
    failed: 'Failed to save two-step sign-in',
  });
  const notice = edit.notice(TITLES, words);
  const guard = useLeaveGuard(call.isDirty);
  const isValid = chosen.from === null || isDayOrEmpty(chosen.from);
  return (
    <form
      className={classes.form}
      aria-label="Two-step sign-in"
      onSubmit={(event) => {
        event.preventDefault();
        if (isValid) call.onSubmit(event);
      }}
    >
      {notice && <ConflictNotice title="Someone else has changed this in the meantime" {...notice} />}
      <Choices
        className={classes.wide}
        title="Required for"
        choices={CHOICES}
        value={chosen.who}
        onChange={(who) => form.setFieldValue('who', who as FactorRule)}
      />
      {chosen.who !== 'nobody' && (
        <DayInput
          label="From (leave empty to start now)"
          value={chosen.from ?? ''}
          onChange={(from) => form.setFieldValue('from', from || null)}
        />
      )}
      <div className={classes.wide}>
        <Button type="submit" disabled={!edit.isDirty || !isValid} loading={call.isBusy}>
          Save Changes
        </Button>
      </div>
      <LeaveQuestion guard={guard} />
    </form>
  );
}
