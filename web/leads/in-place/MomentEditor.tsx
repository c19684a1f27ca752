import { Button } from '@mantine/core';
import { useState } from 'react';
import { fromDateTimeInput, toDateTimeInput } from '#shared/values/dates.ts';
import { ZoneNote } from '#web/leads/ZoneNote.tsx';
import { followUpTimes } from '#web/leads/coming-times.ts';
import type { EditorProps } from '#web/leads/in-place/edits.ts';
import classes from '#web/leads/in-place/InPlace.module.css';
import { useNow } from '#web/lib/hooks/useNow.ts';
import { MomentInput } from '#web/ui/fields/MomentInput.tsx';

/** The next follow-up: a one-click time, or one that is typed or picked. */
export function MomentEditor({ lead, title, timeZone, onChoose }: EditorProps & { timeZone: string }) {
  const times = followUpTimes(new Date(useNow()), timeZone);
  const before = toDateTimeInput(lead.next_followup_date, timeZone);
  const [typed, setTyped] = useState(before && `${before.replace('T', ' ')}:00`);
  const choose = (at: Date) => {
    const value = at.toISOString();
    onChoose({ value, shown: { next_followup_date: value } });
  };
  const at = typed ? fromDateTimeInput(typed, timeZone) : undefined;
  return (
    <form
      className={classes.editor}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (at) choose(at);
      }}
    >
      <div className={classes.times}>
        {times.map((time, index) => (
          <Button
            key={time.label}
            variant="subtle"
            color="gray"
            justify="start"
            data-autofocus={index === 0 || undefined}
            onClick={() => choose(time.at)}
          >
            {time.label}
          </Button>
        ))}
      </div>
      <MomentInput label={title} value={typed} onChange={setTyped} />
      <ZoneNote timeZone={timeZone} />
      <Button type="submit" disabled={!at}>
        Set Follow-up
      </Button>
    </form>
  );
}
