import { Input, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { RULE_DAYS } from '#shared/distribution.ts';
import type { RuleTimes } from '#shared/distribution.ts';
import classes from '#web/features/distribution/Distribution.module.css';
import { CheckBox } from '#web/ui/CheckBox.tsx';
import { Choices } from '#web/ui/Choices.tsx';
import form from '#web/ui/Form.module.css';

const WHEN = [
  { value: 'always', label: 'At any time' },
  { value: 'times', label: 'At these times' },
];
const WORKING: RuleTimes = { days: [1, 2, 3, 4, 5, 6], from: '09:30', until: '18:30' };

type Props = { times: RuleTimes | null; error: ReactNode; onChange: (times: RuleTimes | null) => void };

/** The days and hours at which the rule holds, by the clock of the company. */
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
          <div className={form.checks}>
            {RULE_DAYS.map((name, index) => (
              <label key={name} className={form.check}>
                <CheckBox
                  checked={times.days.includes(index + 1)}
                  onChange={(event) => {
                    const others = times.days.filter((day) => day !== index + 1);
                    const days = event.currentTarget.checked
                      ? [...others, index + 1].toSorted((one, other) => one - other)
                      : others;
                    onChange({ ...times, days });
                  }}
                />
                {name}
              </label>
            ))}
          </div>
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
