import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { dayOf } from '#shared/values/dates.ts';
import { isDayOrEmpty } from '#web/lib/forms/typed-date.ts';
import { secondFactor } from '#shared/accounts/second-factor.ts';
import type { FactorRule, FactorRules as Rules, SavedRules } from '#shared/accounts/second-factor.ts';
import { query, useSend } from '#web/api/query.ts';
import { useClientCalendar } from '#web/leads/useTimeZone.ts';
import { useEditConflict } from '#web/lib/forms/useEditConflict.ts';
import type { FieldValue } from '#web/lib/forms/useEditConflict.ts';
import { useLeaveGuard } from '#web/lib/forms/useLeaveGuard.ts';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
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
/** Whether people who have no second factor are signed out by saving this. */
const beginsNow = ({ who, from }: Rules, timeZone: string) =>
  who !== 'nobody' && (from === null || from <= dayOf(new Date(), timeZone));
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
  // The submission that waits for an answer.
  const [asked, setAsked] = useState<FormEvent<HTMLFormElement>>();
  const timeZone = useClientCalendar(clientId).timeZone;
  const notice = edit.notice(TITLES, words);
  const guard = useLeaveGuard(call.isDirty);
  const isValid = chosen.from === null || isDayOrEmpty(chosen.from);
  return (
    <form
      className={classes.form}
      aria-label="Two-step sign-in"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isValid) return;
        if (edit.isDirty && beginsNow(chosen, timeZone)) setAsked(event);
        else call.onSubmit(event);
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
      {asked && (
        <ConfirmDialog
          title="Require two-step sign-in now?"
          text={`${chosen.who === 'admins' ? 'Admins' : 'People'} who have not set it up are signed out at once, and you with them if you have not. They set it up at their next sign-in. A later day gives them time.`}
          confirmLabel="Require now"
          onCancel={() => setAsked(undefined)}
          onConfirm={() => {
            setAsked(undefined);
            call.onSubmit(asked);
          }}
        />
      )}
    </form>
  );
}
