import { MultiSelect } from '@mantine/core';
import type { MultiSelectProps } from '@mantine/core';
import { MAX_VALUES } from '#shared/protocol/several.ts';
import { foundChoices } from '#web/lib/names/found-choices.ts';
import type { FoundChoice } from '#web/lib/names/found-choices.ts';

type Props = Pick<
  MultiSelectProps,
  'label' | 'placeholder' | 'onSearchChange' | 'nothingFoundMessage' | 'disabled' | 'error' | 'aria-label'
> & {
  choices: readonly FoundChoice[];
  value: readonly string[];
  onChange: (value: string[]) => void;
};

/**
 * A filter with several values, any of which may match. A chosen value that isn't an option is still shown.
 */
export function SeveralSelect({ choices, value, placeholder = 'Any', onChange, ...rest }: Props) {
  const known = new Set(choices.map((choice) => choice.value));
  const missing = value.filter((one) => !known.has(one)).map((one) => ({ value: one, label: one }));
  return (
    <MultiSelect
      {...rest}
      data={[...choices, ...missing]}
      value={[...value]}
      onChange={onChange}
      placeholder={value.length === 0 ? placeholder : undefined}
      maxValues={MAX_VALUES}
      hidePickedOptions
      searchable
      filter={foundChoices}
      clearable
    />
  );
}
