import { Button, Input, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { WorkingHours as Hours, refusalOfHours, workingHours } from '#shared/company/working-hours.ts';
import type { SavedHours } from '#shared/company/working-hours.ts';
import { query, useSend } from '#web/api/query.ts';
import { Holidays, useHolidayLine } from '#web/features/working-hours/Holidays.tsx';
import { TITLES, wordsOf } from '#web/features/working-hours/hours-words.ts';
import classes from '#web/features/working-hours/WorkingHours.module.css';
import { messageOf } from '#web/lib/errors.ts';
import { focusFirstError } from '#web/lib/forms/focus-first-error.ts';
import { problemsIn } from '#web/lib/forms/problems-in.ts';
import { useEditConflict } from '#web/lib/forms/useEditConflict.ts';
import { useLeaveGuard } from '#web/lib/forms/useLeaveGuard.ts';
import { Choices } from '#web/ui/fields/Choices.tsx';
import { ConflictNotice } from '#web/ui/dialogs/ConflictNotice.tsx';
import part from '#web/ui/states/Part.module.css';
import { LeaveQuestion } from '#web/ui/dialogs/LeaveQuestion.tsx';
import { PartStates } from '#web/ui/states/PartStates.tsx';
import { showFailure, showSuccess } from '#web/ui/states/toast.ts';
import { WeekDays } from '#web/ui/WeekDays.tsx';

const CHOICES = [
  { value: 'all', label: 'All hours' },
  { value: 'working', label: 'Working hours only' },
];

const valuesOf = ({ all_hours, days, from, until, holidays }: SavedHours): Hours => ({
  all_hours,
  days,
  from,
  until,
  holidays,
});

/** A client's working hours, for admins to change. */
export function WorkingHours({ clientId }: { clientId: string }) {
  const source = useQuery(query(workingHours.get, { params: { id: clientId } }));
  return (
    <PartStates source={source} loading="Loading working hours..." failure="Failed to load the working hours">
      {({ data }) => <Form clientId={clientId} saved={data} />}
    </PartStates>
  );
}

function Form({ clientId, saved }: { clientId: string; saved: SavedHours }) {
  const { values, setValues, errors, edit, line, isDirty, save, submit } = useHoursForm(clientId, saved);
  const notice = edit.notice(TITLES, wordsOf);
  const guard = useLeaveGuard(() => isDirty);
  const set = (changed: Partial<Hours>) => setValues({ ...values, ...changed });
  return (
    <form
      className={classes.form}
      aria-label="Working hours"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) void submit();
      }}
    >
      {notice && (
        <ConflictNotice title="Someone else has changed the working hours in the meantime" {...notice} />
      )}
      <Choices
        title="Hours that count"
        choices={CHOICES}
        value={values.all_hours ? 'all' : 'working'}
        onChange={(value) => set({ all_hours: value === 'all' })}
      />
      {values.all_hours ? (
        <p className={part.note}>Nights, Sundays and holidays count as well.</p>
      ) : (
        <>
          <Input.Wrapper
            role="group"
            aria-label="Working days"
            label="Working days"
            labelElement="div"
            error={errors['days']}
          >
            <WeekDays days={values.days} onChange={(days) => set({ days })} />
          </Input.Wrapper>
          <div className={classes.line}>
            <TextInput
              type="time"
              label="From"
              value={values.from}
              error={errors['from']}
              onChange={(event) => set({ from: event.currentTarget.value })}
            />
            <TextInput
              type="time"
              label="Until"
              value={values.until}
              error={errors['until']}
              onChange={(event) => set({ until: event.currentTarget.value })}
            />
          </div>
          <p className={part.note}>In the company’s time zone. A day can end at midnight (12:00 AM).</p>
          <Holidays
            holidays={values.holidays}
            error={errors['holidays']}
            onChange={(holidays) => set({ holidays })}
            line={line}
          />
        </>
      )}
      <div>
        <Button type="submit" disabled={!isDirty} loading={save.isPending}>
          Save Changes
        </Button>
      </div>
      <LeaveQuestion guard={guard} />
    </form>
  );
}

/** The form's values, validation and saving. */
function useHoursForm(clientId: string, saved: SavedHours) {
  const [shown, setValues] = useState(() => valuesOf(saved));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const save = useSend(workingHours.update);
  const line = useHolidayLine(shown.holidays);
  const hasLine = !shown.all_hours && !line.isEmpty;
  // A holiday that is typed but not added yet is saved with the others.
  const values = hasLine && line.all ? { ...shown, holidays: line.all } : shown;
  const edit = useEditConflict<SavedHours, Hours>(saved, valuesOf, { values, setValues });
  const done = (data: SavedHours, message = 'Saved.') => {
    edit.begin(data);
    line.clear();
    showSuccess(message);
  };
  const submit = async () => {
    const problems = values.all_hours ? {} : problemsOf(values);
    setErrors(problems);
    if (hasLine) line.check();
    if (Object.keys(problems).length > 0 || (hasLine && !line.all)) return focusFirstError();
    // Days and hours that are not on the screen are not sent, so they stay for later.
    const changes = values.all_hours ? { all_hours: true } : edit.changes;
    try {
      const body = { ...changes, version: edit.version };
      const { data, message } = await save.mutateAsync({ params: { id: clientId }, body });
      done(data, message);
    } catch (error) {
      const met = edit.meets(error);
      if (met === 'saved') showSuccess('Saved');
      // The form now contains the typed holiday.
      if (met) line.clear();
      if (!met) showFailure(messageOf(error, 'Please try again.'), 'Failed to save working hours');
    }
  };
  return { values: shown, setValues, errors, edit, line, isDirty: edit.isDirty || hasLine, save, submit };
}

function problemsOf(values: Hours): Record<string, string> {
  const problems = problemsIn(Hours.safeParse(values));
  const refusal = refusalOfHours(values);
  const isRead = !problems['from'] && !problems['until'];
  return refusal && isRead ? { ...problems, [refusal.field]: refusal.message } : problems;
}
