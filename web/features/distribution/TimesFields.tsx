import { Input, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RuleTimes } from '#shared/company/distribution.ts';
import { USUAL_HOURS } from '#shared/company/working-hours.ts';
import classes from '#web/features/distribution/Distribution.module.css';
import { Choices } from '#web/ui/fields/Choices.tsx';
import { WeekDays } from '#web/ui/WeekDays.tsx';

const WHEN = [
  { value: 'always', label: 'At any time' },
  { value: 'times', label: 'At these times' },
];
const { holidays: _, ...WORKING } = USUAL_HOURS;

type Props = { times: RuleTimes | null; error: ReactNode; onChange: (times: RuleTimes | null) => void };

/** The days and hours at which the rule applies, in the company's time zone. */
export function TimesFields({ times, error, onChange }: Props) {
  return (
    <>
      <Choices
        title="The lead arrives"
        choices={WHEN}
        value={times ? 'times' : 'always'}
        onChange={(value) => onChange(value === 'times' ? WORKING : null)}
      />
      {times && (
        <Input.Wrapper
          className={classes.times}
          role="group"
          aria-label="Days and hours"
          description="In the company’s time zone. Hours past midnight belong to the day on which they start."
          error={error}
        >
          <WeekDays days={times.days} onChange={(days) => onChange({ ...times, days })} />
          <TextInput
            type="time"
            label="From"
            value={times.from}
            onChange={(event) => onChange({ ...times, from: event.currentTarget.value })}
          />
          <TextInput
            type="time"
            label="Until"
            value={times.until}
            onChange={(event) => onChange({ ...times, until: event.currentTarget.value })}
          />
        </Input.Wrapper>
      )}
    </>
  );
}
