import { Button, Input, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { formatDay, shortDay } from '#shared/values/dates.ts';
import { Holiday, MAX_HOLIDAY_NAME } from '#shared/company/working-hours.ts';
import classes from '#web/features/working-hours/WorkingHours.module.css';
import { problemsIn } from '#web/lib/forms/problems-in.ts';
import { DayInput } from '#web/ui/fields/DayInput.tsx';
import items from '#web/ui/lists/Items.module.css';
import part from '#web/ui/states/Part.module.css';

type Props = {
  holidays: readonly Holiday[];
  error: string | undefined;
  onChange: (holidays: Holiday[]) => void;
  /** The inputs for another holiday. */
  line: HolidayLine;
};

/** The holidays by date, and inputs for another one. */
export function Holidays({ holidays, error, onChange, line }: Props) {
  const adding = useRef<HTMLDivElement>(null);
  const toFirstField = () => adding.current?.querySelector('input')?.focus();
  const add = () => {
    line.check();
    if (!line.all) return;
    onChange(line.all);
    line.clear();
    toFirstField();
  };
  return (
    <section aria-label="Holidays">
      <h2 className={items.name} style={{ fontSize: 13 }}>
        Holidays
      </h2>
      {holidays.length === 0 ? (
        <p className={part.note}>No holidays yet. Holidays count as days off.</p>
      ) : (
        <ul className={items.items} aria-label="Holidays">
          {holidays.map((holiday) => (
            <li key={holiday.day} className={items.item} data-centred>
              <div className={items.body} dir="auto">
                <p className={items.name}>{holiday.name}</p>
                <p className={items.about}>{inWords(holiday.day)}</p>
              </div>
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={`Remove ${holiday.name} on ${formatDay(holiday.day)}`}
                onClick={() => {
                  onChange(holidays.filter(({ day }) => day !== holiday.day));
                  toFirstField();
                }}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div ref={adding}>
        <NewHoliday line={line} onAdd={add} />
      </div>
      {error && <Input.Error role="alert">{error}</Input.Error>}
    </section>
  );
}

const NEW: Holiday = { day: '', name: '' };

type HolidayLine = ReturnType<typeof useHolidayLine>;

/** The holiday being typed, until it is added. */
export function useHolidayLine(holidays: readonly Holiday[]) {
  const [typed, setTyped] = useState(NEW);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const read = Holiday.safeParse(typed);
  const isKnown = holidays.some(({ day }) => day === typed.day);
  const problems = isKnown ? { day: 'This day is already a holiday.' } : problemsIn(read);
  return {
    typed,
    setTyped,
    errors,
    isEmpty: !typed.day && !typed.name.trim(),
    /** All holidays by date, including the typed one; undefined while that one is invalid. */
    all:
      read.success && !isKnown
        ? [...holidays, read.data].toSorted((one, other) => one.day.localeCompare(other.day))
        : undefined,
    /** Shows the errors of the typed holiday. */
    check: () => setErrors(problems),
    clear: () => {
      setTyped(NEW);
      setErrors({});
    },
  };
}

function NewHoliday({ line, onAdd }: { line: HolidayLine; onAdd: () => void }) {
  const { typed, setTyped, errors } = line;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Enter adds the holiday; only the button saves the form.
    event.preventDefault();
    onAdd();
  };
  return (
    <div className={classes.line}>
      <DayInput
        label="Day"
        value={typed.day}
        error={errors['day']}
        onChange={(day) => setTyped({ ...typed, day })}
      />
      <TextInput
        style={{ flex: '1 1 200px' }}
        label="Holiday"
        placeholder="Diwali"
        dir="auto"
        maxLength={MAX_HOLIDAY_NAME}
        value={typed.name}
        error={errors['name']}
        onChange={(event) => setTyped({ ...typed, name: event.currentTarget.value })}
        onKeyDown={onKeyDown}
      />
      {/* Aligned with the inputs, below the height of their labels. */}
      <Button variant="default" style={{ marginTop: 24 }} onClick={onAdd}>
        Add Holiday
      </Button>
    </div>
  );
}

/** `Sun 8 Nov, 08/11/2026`. */
const inWords = (day: string) => `${shortDay(new Date(day), 'UTC')}, ${formatDay(day)}`;
