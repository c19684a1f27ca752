import { NativeSelect, TextInput } from '@mantine/core';
import { REMINDER_TIMES } from '#web/leads/follow-up.ts';
import type { FollowUpDraft, FollowUpErrors } from '#web/leads/follow-up.ts';
import { RepeatField } from '#web/leads/follow-ups/RepeatField.tsx';
import { draftOf } from '#web/leads/follow-ups/repeat-draft.ts';
import classes from '#web/ui/fields/Form.module.css';
import { DayInput } from '#web/ui/fields/DayInput.tsx';
import { GrowingTextarea } from '#web/ui/fields/GrowingTextarea.tsx';

type Props = {
  value: FollowUpDraft;
  /** The default texts until title and description are edited. */
  text: { title: string; description: string };
  errors: FollowUpErrors;
  onChange: (change: Partial<FollowUpDraft>) => void;
};

/** The date, the repetition and the text of a follow-up. */
export function FollowUpFields({ value, text, errors, onChange }: Props) {
  return (
    <>
      <DayInput
        label="Follow-up Date"
        value={value.day}
        onChange={(day) => onChange({ day })}
        error={errors.day}
        canBeCleared
        required
      />
      <NativeSelect
        label="Reminder Time"
        data={REMINDER_TIMES}
        value={value.time}
        onChange={(event) => onChange({ time: event.currentTarget.value })}
        required
      />
      <RepeatField
        value={value.repeat ?? draftOf(null)}
        errors={errors}
        onChange={(repeat) => onChange({ repeat })}
      />
      <TextInput
        className={classes.wide}
        label="Reminder Title"
        value={text.title}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
        error={errors.title}
        autoComplete="off"
        required
      />
      <GrowingTextarea
        className={classes.wide}
        label="Description"
        value={text.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
        error={errors.description}
        minRows={2}
        maxRows={8}
        required
      />
    </>
  );
}
