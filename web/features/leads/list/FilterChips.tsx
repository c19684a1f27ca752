import { UnstyledButton } from '@mantine/core';
import { customKey } from '#shared/fields/custom-fields.ts';
import { readCustomFilters, writeCustomFilters } from '#shared/fields/custom-filters.ts';
import { formatDay } from '#shared/values/dates.ts';
import { LEAD_FILTERS } from '#shared/fields/lead-filters.ts';
import type { LeadFilter } from '#shared/fields/filter-kinds.ts';
import type { FilterKey } from '#shared/fields/lead-filters.ts';
import { optionLabel } from '#shared/fields/lead-options.ts';
import { formatMoney } from '#shared/values/money.ts';

import { customFilterWords } from '#web/features/leads/list/custom-filter-words.ts';
import type { ChangeList } from '#web/features/leads/list/useListState.ts';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';
import { dayWords, filterTitle } from '#web/leads/filters/filter-words.ts';
import { DEFAULT_STATE, activeFilters, withoutFilters } from '#web/leads/list/list-state.ts';
import type { ListState } from '#web/leads/list/list-state.ts';
import { useClientNames } from '#web/pickers/useClientNames.ts';
import { useProductName } from '#web/pickers/useProductName.ts';
import { useUserName } from '#web/pickers/useUserName.ts';
import { Chip } from '#web/ui/lists/Chip.tsx';
import classes from '#web/ui/lists/Chip.module.css';

type Props = {
  state: ListState;
  onChange: ChangeList;
  fields: FieldSettings;
  /** Invalid filters in the address. */
  dropped: readonly FilterKey[];
  onDismiss: () => void;
};

/**
 * The active filters as chips, each with a button to remove it, and the filters that were dropped; for a list
 * with filters.
 */
export function FilterChips({ state, onChange, fields, dropped, onDismiss }: Props) {
  const active = activeFilters(state);
  const textOf = useFilterWords(state, fields);
  const own = readCustomFilters(state.custom) ?? {};
  const titleOf = (key: FilterKey) => filterTitle(LEAD_FILTERS[key], fields);
  return (
    <ul className={classes.chips} aria-label="Active filters">
      {active
        .filter((key) => key !== 'custom')
        .map((key) => (
          <Chip
            key={key}
            title={titleOf(key)}
            text={textOf(key)}
            onRemove={() => onChange({ [key]: DEFAULT_STATE[key] })}
          />
        ))}
      {Object.entries(own).map(([name, value]) => (
        <Chip
          key={customKey(name)}
          title={fields.title(customKey(name))}
          text={customFilterWords(fields.field(customKey(name)), value)}
          onRemove={() => onChange({ custom: writeCustomFilters({ ...own, [name]: '' }) })}
        />
      ))}
      {dropped.length > 0 && (
        <Chip
          title="Ignored"
          text={`${dropped.map(titleOf).join(', ')} (invalid ${dropped.length === 1 ? 'value' : 'values'})`}
          onRemove={onDismiss}
        />
      )}
      {active.length > 0 && (
        <li>
          <UnstyledButton
            className={classes.reset}
            onClick={() => onChange({ ...withoutFilters(), search: state.search })}
          >
            Reset
          </UnstyledButton>
        </li>
      )}
    </ul>
  );
}

/** The value of each active filter, as text. */
function useFilterWords(state: ListState, fields: FieldSettings): (key: FilterKey) => string {
  const clientName = useClientNames([state.client_id]);
  const userName = useUserName([...state.assigned_to, state.created_by]);
  const productName = useProductName(state.product_id, state.client_id || undefined);
  const words = (filter: LeadFilter, value: string): string => {
    switch (filter.kind) {
      case 'options':
        return optionLabel(value, fields.options(filter.field));
      case 'step':
        return optionLabel(value, fields.options('status'));
      case 'choice': {
        const { label = value, chip = label } = filter.choices[value] ?? {};
        return chip;
      }
      case 'people':
      case 'person':
        if (value === 'me') return 'Me';
        return value === 'none' ? 'Unassigned' : (userName(value) ?? 'One user');
      case 'client':
        return clientName(value) ?? 'One client';
      case 'products':
        return productName(value) ?? 'One product';
      case 'days':
        return dayWords(value);
      case 'amount':
        return formatMoney(Number(value));
      case 'day':
        return formatDay(value);
      case 'ids': {
        const count = value.split(',').length;
        return `${count} ${count === 1 ? 'lead' : 'leads'}`;
      }
      case 'import':
        return 'Leads from this import';
      case 'tags':
      case 'custom':
        return value;
    }
  };
  return (key) =>
    [state[key]]
      .flat()
      .map((value) => words(LEAD_FILTERS[key], value))
      .join(', ');
}
