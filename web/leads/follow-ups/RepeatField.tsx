import { NativeSelect, TextInput } from '@mantine/core';
import { REPEAT_UNITS } from '#shared/activities/repeat.ts';
import type { RepeatUnit } from '#shared/activities/repeat.ts';
import classes from '#web/leads/follow-ups/RepeatField.module.css';
import { CUSTOM, NEVER, RHYTHMS, repeats } from '#web/leads/follow-ups/repeat-draft.ts';
import type { RepeatDraft, RepeatErrors } from '#web/leads/follow-ups/repeat-draft.ts';
import { DayInput } from '#web/ui/fields/DayInput.tsx';

const UNITS = REPEAT_UNITS.map((value) => ({ value, label: `${value}s` }));

type Props = {
  value: RepeatDraft;
  errors: RepeatErrors;
  onChange: (value: RepeatDraft) => void;
  /** Hides the label of one that does not repeat, in tight places. */
  isCompact?: boolean;
};

const COMPACT = RHYTHMS.map((one) => (one.value === NEVER ? { ...one, label: 'Does not repeat' } : one));

/** How a follow-up repeats, and until when. */
export function RepeatField({ value, errors, onChange, isCompact = false }: Props) {
  const set = (change: Partial<RepeatDraft>) => onChange({ ...value, ...change });
  return (
    <div className={classes.repeat}>
      <NativeSelect
        {...(isCompact && !repeats(value) ? { 'aria-label': 'Repeat' } : { label: 'Repeat' })}
        data={isCompact ? COMPACT : RHYTHMS}
        value={value.rhythm}
        onChange={(event) => set({ rhythm: event.currentTarget.value })}
      />
      {value.rhythm === CUSTOM && (
        <div className={classes.custom}>
          <TextInput
            label="Every"
            inputMode="numeric"
            autoComplete="off"
            value={value.every}
            onChange={(event) => set({ every: event.currentTarget.value })}
            error={errors.every}
            required
          />
          <NativeSelect
            label="Unit"
            data={UNITS}
            value={value.unit}
            onChange={(event) => set({ unit: event.currentTarget.value as RepeatUnit })}
          />
        </div>
      )}
      {repeats(value) && (
        <DayInput
          label="Last day (optional)"
          value={value.until}
          onChange={(until) => set({ until })}
          error={errors.until}
        />
      )}
    </div>
  );
}
