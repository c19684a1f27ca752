import { Input, Select, TextInput } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { customFilterKind, rangeEnds, rangeText } from '#shared/fields/custom-filters.ts';
import type { LeadField } from '#shared/fields/lead-fields.ts';
import { DEFAULT_CURRENCY } from '#shared/values/money.ts';
import { withValues } from '#web/leads/fields/useLeadOptions.ts';
import { isRange } from '#web/lib/day-range.ts';
import { isDayOrEmpty } from '#web/lib/forms/typed-date.ts';
import { amountOf, numberOf } from '#web/lib/forms/typed-number.ts';
import { DayInput } from '#web/ui/fields/DayInput.tsx';
import classes from '#web/ui/fields/DayRange.module.css';
import { NumberField } from '#web/ui/fields/NumberField.tsx';

const DEBOUNCE = 500;

type Options = { onChange: (value: string) => void; isGood?: (text: string) => boolean };

/**
 * A typed filter. Applied half a second after the last character or by `flush`, and replaced when it changes
 * from outside, for example by Reset. An invalid text stays in its input.
 */
function useTypedFilter(value: string, { onChange, isGood = () => true }: Options) {
  const [{ text, asked, seen }, setTyped] = useState({ text: value, asked: value, seen: value });
  if (seen !== value) {
    setTyped({ text: value === asked ? text : value, asked: value, seen: value });
  }
  const pass = (next: string) => {
    const wanted = next.trim();
    if (wanted === asked || !isGood(wanted)) return;
    setTyped({ text: next, asked: wanted, seen });
    onChange(wanted);
  };
  const flush = useEffectEvent(() => pass(text));
  useEffect(() => {
    const timer = setTimeout(() => flush(), DEBOUNCE);
    return () => clearTimeout(timer);
  }, [text]);
  return {
    text,
    /** Changes the text. `isDone` means that typing is finished. */
    change: (next: string, isDone = false) => {
      setTyped({ text: next, asked, seen });
      if (isDone) pass(next);
    },
    flush: () => pass(text),
  };
}

const FLAGS = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

type Props = {
  name: string;
  field: LeadField;
  /** In the format that `customFilterKind` indicates; '' for no filter. */
  value: string;
  onChange: (value: string) => void;
  /** Called when a range becomes invalid or valid again. An invalid range isn't passed to `onChange`. */
  onWrong?: ((name: string, isWrong: boolean) => void) | undefined;
};

/** The control that filters by a custom field. */
export function CustomFilter(props: Props) {
  const { field, value, onChange } = props;
  const kind = customFilterKind(field.type);
  if (kind === 'numbers' || kind === 'days') return <RangeFilter {...props} />;
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

/** The control that filters by a range of numbers, amounts or days. */
export function RangeFilter({ name, field, value, onChange, onWrong }: Props) {
  const isDays = field.type === 'datetime';
  const read = field.type === 'money' ? amountOf : numberOf;
  const isReadable = (end: string) => (isDays ? isDayOrEmpty(end) : end === '' || !Number.isNaN(read(end)));
  const isTurned = (text: string) => {
    const [from, to] = endsOf(text);
    return isDays ? isDayOrEmpty(from) && isDayOrEmpty(to) && !isRange(from, to) : read(from) > read(to);
  };
  const isGoodRange = (text: string) => !isTurned(text) && endsOf(text).every(isReadable);
  const { text, change, flush } = useTypedFilter(typedText(rangeEnds(value)), {
    onChange: (typed) => onChange(rangeText(...endsOf(typed))),
    isGood: isGoodRange,
  });
  const [from, to] = endsOf(text);
  const isWrong = isTurned(text);
  const isRefused = !isGoodRange(text);
  useEffect(() => {
    onWrong?.(name, isRefused);
    return () => onWrong?.(name, false);
  }, [onWrong, name, isRefused]);
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
            <NumberField
              key={label}
              aria-label={label}
              placeholder={label}
              value={end}
              error={isWrong}
              onChange={(number) => change(set(number))}
              onDone={flush}
              currency={field.type === 'money' ? DEFAULT_CURRENCY : undefined}
            />
          ),
        )}
      </div>
    </Input.Wrapper>
  );
}

/** Both ends as typed, joined by a character that neither end contains. A dot may be part of one. */
const typedText = (ends: readonly [from: string, to: string]): string => ends.join('~');

function endsOf(typed: string): [from: string, to: string] {
  const [from = '', to = ''] = typed.split('~');
  return [from, to];
}
