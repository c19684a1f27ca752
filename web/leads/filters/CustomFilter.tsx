import { Input, NumberInput, Select, TextInput } from '@mantine/core';
import { useEffect } from 'react';
import { customFilterKind, rangeEnds, rangeText } from '#shared/custom-filters.ts';
import type { LeadField } from '#shared/lead-fields.ts';
import { useTypedFilter } from '#web/leads/filters/useTypedFilter.ts';
import { withValues } from '#web/leads/useLeadOptions.ts';
import { isRange } from '#web/lib/day-range.ts';
import { DayInput } from '#web/ui/DayInput.tsx';
import classes from '#web/ui/DayRange.module.css';
import { amountInput } from '#web/ui/amount-input.ts';

const FLAGS = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

type Props = {
  name: string;
  field: LeadField;
  /** As `customFilterKind` says; '' for no filter. */
  value: string;
  onChange: (value: string) => void;
  /** Told when From comes to stand after To and when it no longer does; such a range does not reach `onChange`. */
  onWrong?: ((name: string, isWrong: boolean) => void) | undefined;
};

/** The control that filters by a field of the client's own. */
export function CustomFilter(props: Props) {
  const { field, value, onChange } = props;
  const kind = customFilterKind(field.type);
  if (kind === 'numbers' || kind === 'days') return <Range {...props} />;
  if (kind === 'part' || kind === 'tag') return <Typed {...props} />;
  const choices = kind === 'flag' ? FLAGS : withValues(field.options ?? [], [value]);
  return (
    <Select
      label={field.title}
      placeholder="Any"
      data={choices.map((choice) => ({ value: choice.value, label: choice.label }))}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
      searchable={choices.length > 8}
      clearable
    />
  );
}

function Typed({ field, value, onChange }: Props) {
  const { text, change, flush } = useTypedFilter(value, { onChange });
  return (
    <TextInput
      label={field.title}
      placeholder={field.type === 'tags' ? 'Any tag' : 'Contains'}
      maxLength={200}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={flush}
      onKeyDown={(event) => event.key === 'Enter' && flush()}
    />
  );
}

function Range({ name, field, value, onChange, onWrong }: Props) {
  const isDays = field.type === 'datetime';
  const isTurned = (text: string) => {
    const [from, to] = endsOf(text);
    return !(isDays ? isRange(from, to) : from === '' || to === '' || Number(from) <= Number(to));
  };
  const { text, change, flush } = useTypedFilter(typedText(rangeEnds(value)), {
    onChange: (typed) => onChange(rangeText(...endsOf(typed))),
    // `12.` and `-` are on their way to numbers.
    isGood: (typed) => !isTurned(typed) && (isDays || endsOf(typed).every((end) => /^$|\d$/.test(end))),
  });
  const [from, to] = endsOf(text);
  const isWrong = isTurned(text);
  useEffect(() => {
    onWrong?.(name, isWrong);
    return () => onWrong?.(name, false);
  }, [onWrong, name, isWrong]);
  const ends = [
    { label: 'From', end: from, set: (end: string) => typedText([end, to]) },
    { label: 'To', end: to, set: (end: string) => typedText([from, end]) },
  ];
  return (
    <Input.Wrapper
      label={field.title}
      labelElement="div"
      error={isWrong ? `From cannot be ${isDays ? 'after' : 'more than'} To` : undefined}
    >
      <div className={classes.days} role="group" aria-label={field.title}>
        {ends.map(({ label, end, set }) =>
          isDays ? (
            <DayInput
              key={label}
              label={label}
              isLabelHidden
              value={end}
              error={isWrong}
              onChange={(day) => change(set(day), true)}
            />
          ) : (
            <NumberInput
              key={label}
              aria-label={label}
              placeholder={label}
              value={end}
              error={isWrong}
              onChange={(number) => change(set(String(number)))}
              onBlur={flush}
              onKeyDown={(event) => event.key === 'Enter' && flush()}
              hideControls
              {...(field.type === 'money' && {
                min: 0,
                decimalScale: 2,
                ...amountInput(),
              })}
            />
          ),
        )}
      </div>
    </Input.Wrapper>
  );
}

/** Both ends as they are typed; between them what neither holds, unlike dots. */
const typedText = (ends: readonly [from: string, to: string]): string => ends.join('~');

function endsOf(typed: string): [from: string, to: string] {
  const [from = '', to = ''] = typed.split('~');
  return [from, to];
}
