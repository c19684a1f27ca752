import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { formatDateTime, fromDateTimeInput } from '#shared/values/dates.ts';
import { followUpTitle } from '#shared/leads/lead-name.ts';
import type { Lead } from '#shared/leads/lead.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { useSend } from '#web/api/query.ts';
import { ZoneNote } from '#web/leads/ZoneNote.tsx';
import { followUpTimes } from '#web/leads/coming-times.ts';
import classes from '#web/leads/composer/Composer.module.css';
import { useDraft } from '#web/leads/composer/useDraft.ts';
import { RepeatField } from '#web/leads/follow-ups/RepeatField.tsx';
import { draftOf, readRepeat } from '#web/leads/follow-ups/repeat-draft.ts';
import type { RepeatErrors } from '#web/leads/follow-ups/repeat-draft.ts';
import { useNow } from '#web/lib/hooks/useNow.ts';
import { Choices } from '#web/ui/fields/Choices.tsx';
import { MomentInput } from '#web/ui/fields/MomentInput.tsx';
import { sayOutcome, showSuccess } from '#web/ui/states/toast.ts';
import { showUndoable } from '#web/ui/states/undo-toast.tsx';

const PICK = 'pick';
const TOMORROW = 'Tomorrow, 9:00 AM';

const isPast = (moment: Date) => moment.getTime() <= Date.now();

type Props = { lead: Pick<Lead, 'id' | 'name'>; timeZone: string; onPlanned?: () => void };

/**
 * A follow-up: its text, and one click for the usual times. Enter saves. A text that was not saved returns to
 * the line, before one that is being written.
 */
export function FollowUpLine({ lead, timeZone, onPlanned }: Props) {
  const [title, setTitle] = useDraft(`follow-up:${lead.id}`);
  const [chosen, setChosen] = useState(TOMORROW);
  const [moment, setMoment] = useState('');
  const [repeat, setRepeat] = useState(() => draftOf(null));
  const [error, setError] = useState<string>();
  const [wrong, setWrong] = useState<RepeatErrors>({});
  const times = followUpTimes(new Date(useNow()), timeZone);
  const create = useSend(reminders.create);
  const takeBack = useTakeBack();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (create.isPending) return;
    const at =
      chosen === PICK ? fromDateTimeInput(moment, timeZone) : times.find(({ label }) => label === chosen)?.at;
    if (!at || isPast(at)) {
      setError('Choose a time in the future.');
      return;
    }
    setError(undefined);
    const repetition = readRepeat(repeat, at, timeZone);
    setWrong('errors' in repetition ? repetition.errors : {});
    if ('errors' in repetition) return;
    const words = title.trim() || followUpTitle(lead.name);
    const body = { lead_id: lead.id, title: words, reminder_date: at.toISOString(), ...repetition };
    setTitle('');
    setRepeat(draftOf(null));
    const planning = create.mutateAsync({ body });
    const done = ({ data }: Awaited<typeof planning>) => {
      onPlanned?.();
      void showUndoable(`Follow-up planned for ${formatDateTime(at, timeZone)}`, () => takeBack(data.id));
    };
    void sayOutcome(planning, { done, failed: 'Failed to schedule the reminder' });
    planning.catch(() => {
      setTitle((now) => [title, now].filter(Boolean).join(' '));
      setRepeat(repeat);
    });
  };
  return (
    <form className={classes.line} onSubmit={submit} noValidate aria-label="Follow-up">
      <TextInput
        className={classes.text}
        type="text"
        aria-label="What to do next"
        placeholder={followUpTitle(lead.name)}
        autoComplete="off"
        dir="auto"
        maxLength={200}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <Button type="submit" disabled={create.isPending}>
        Plan
      </Button>
      <div className={classes.times}>
        <Choices
          title="When"
          isTitleHidden
          choices={[
            ...times.map(({ label }) => ({ value: label, label })),
            { value: PICK, label: 'Pick date and time' },
          ]}
          value={chosen}
          onChange={setChosen}
        />
        {chosen === PICK && <MomentInput label="Remind me on" value={moment} onChange={setMoment} required />}
        <RepeatField value={repeat} errors={wrong} onChange={setRepeat} isCompact />
        <ZoneNote timeZone={timeZone} />
        {error && (
          <p className={classes.error} role="alert">
            {error}
          </p>
        )}
      </div>
    </form>
  );
}

function useTakeBack() {
  const removal = useSend(reminders.remove);
  return (id: string) =>
    void sayOutcome(removal.mutateAsync({ params: { id } }), {
      done: () => showSuccess('Follow-up removed'),
      failed: 'Failed to delete the reminder',
    });
}
