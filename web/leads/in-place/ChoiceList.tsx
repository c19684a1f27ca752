import { Combobox, TextInput, useCombobox } from '@mantine/core';
import Check from 'lucide-react/icons/check';
import { useEffect, useState } from 'react';
import classes from '#web/leads/in-place/InPlace.module.css';

type Choice = { value: string; label: string };

type Props = {
  label: string;
  choices: readonly Choice[];
  chosen: string;
  /** Shown when nothing is listed. */
  nothing: string;
  search: string;
  onSearch: (text: string) => void;
  onChoose: (choice: Choice) => void;
};

/** Options under a search: typing filters, arrow keys move, Enter chooses. */
export function ChoiceList({ label, choices, chosen, nothing, search, onSearch, onChoose }: Props) {
  const store = useCombobox({ defaultOpened: true });
  // Renders the field again once its list exists, since it refers to the list's id.
  const [, setList] = useState<HTMLElement | null>(null);
  const { selectFirstOption, selectActiveOption } = store;
  useEffect(() => {
    if (search) selectFirstOption();
    else selectActiveOption();
  }, [search, choices.length, selectFirstOption, selectActiveOption]);
  return (
    <Combobox
      store={store}
      onOptionSubmit={(value) => {
        const choice = choices.find((one) => one.value === value);
        if (choice) onChoose(choice);
      }}
    >
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          data-autofocus
          aria-label={label}
          placeholder={label}
          value={search}
          onChange={(event) => onSearch(event.currentTarget.value)}
        />
      </Combobox.EventsTarget>
      <Combobox.Options ref={setList} className={classes.choices} aria-label={label}>
        {choices.map(({ value, label: text }) => (
          <Combobox.Option key={value} value={value} active={value === chosen} className={classes.choice}>
            <span dir="auto">{text}</span>
            {value === chosen && <Check size={14} aria-hidden="true" />}
          </Combobox.Option>
        ))}
      </Combobox.Options>
      {choices.length === 0 && (
        <p className={classes.note} role="status">
          {nothing}
        </p>
      )}
    </Combobox>
  );
}
