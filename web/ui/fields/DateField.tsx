import { Input, Popover, TextInput } from '@mantine/core';
import type { TextInputProps } from '@mantine/core';
import CalendarDays from 'lucide-react/icons/calendar-days';
import { useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react';
import { loadable } from '#web/lib/loadable.tsx';
import { useTopmost } from '#web/lib/hooks/useTopmost.ts';
import { useTypedValue } from './useTypedValue.ts';
import type { Typing } from './useTypedValue.ts';

const DayCalendar = loadable(async () => (await import('./Calendars.tsx')).DayCalendar);
const MomentCalendar = loadable(async () => (await import('./Calendars.tsx')).MomentCalendar);

type Props = Pick<TextInputProps, 'label' | 'aria-label' | 'placeholder' | 'required' | 'name' | 'error'> & {
  typing: Typing;
  value: string;
  onChange: (value: string) => void;
  canBeCleared: boolean;
  hasTime: boolean;
};

/** The input for all dates: typed, or picked from the calendar that a click or the Down key opens. */
export function DateField({ typing, value, onChange, canBeCleared, hasTime, error, ...rest }: Props) {
  const { input, error: shown, set } = useTypedValue(typing, { value, onChange, error });
  const [opened, setOpened] = useState<'pointer' | 'keyboard'>();
  const dropdown = useRef<HTMLDivElement>(null);
  const close = () => setOpened(undefined);
  const Calendar = hasTime ? MomentCalendar : DayCalendar;
  const onKeyDown = (event: KeyboardEvent) => {
    input.onKeyDown(event);
    if (event.key === 'Escape' || event.key === 'Enter') close();
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    setOpened('keyboard');
  };
  const leave = (to: Element | null) => {
    if (!dropdown.current?.contains(to)) close();
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    input.onBlur();
    leave(relatedTarget);
  };
  return (
    <Popover
      opened={opened !== undefined}
      onChange={(isOpen) => !isOpen && close()}
      // Never covers the message below the input.
      position={shown ? 'top-start' : 'bottom-start'}
      withRoles={false}
      trapFocus={opened === 'keyboard'}
      returnFocus={opened === 'keyboard'}
    >
      <Popover.Target>
        <TextInput
          {...rest}
          {...input}
          error={shown}
          onKeyDown={onKeyDown}
          onBlur={onBlur}
          onClick={() => setOpened((now) => now ?? 'pointer')}
          rightSection={
            canBeCleared && value !== '' ? (
              <Input.ClearButton aria-label="Clear the date" onClick={() => set('')} />
            ) : (
              <CalendarDays size={15} aria-hidden="true" />
            )
          }
          rightSectionPointerEvents={canBeCleared && value !== '' ? 'all' : 'none'}
        />
      </Popover.Target>
      <Popover.Dropdown ref={dropdown} onBlur={({ relatedTarget }) => relatedTarget && leave(relatedTarget)}>
        <Layer>
          <Calendar value={typing.show(value) === undefined ? null : value} onPick={set} onClose={close} />
        </Layer>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Opens over the popup that contains the input: Escape closes only the calendar. */
function Layer({ children }: { children: ReactNode }) {
  useTopmost();
  return children;
}
