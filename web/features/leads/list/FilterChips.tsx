import { UnstyledButton } from '@mantine/core';
import { customKey } from '#shared/custom-fields.ts';
import { readCustomFilters, writeCustomFilters } from '#shared/custom-filters.ts';
import { formatDay } from '#shared/dates.ts';
import type { FieldKey } from '#shared/lead-fields.ts';
import { optionLabel } from '#shared/lead-options.ts';
import { formatMoney } from '#shared/money.ts';

import { customFilterWords } from '#web/features/leads/list/custom-filter-words.ts';
import type { ChangeList } from '#web/features/leads/list/useListState.ts';
import type { FieldSettings } from '#web/leads/field-settings.ts';
import { dayWords } from '#web/leads/filters/filter-words.ts';
import { DEFAULT_STATE, activeFilters, withoutFilters } from '#web/leads/list/list-state.ts';
import type { FilterKey, ListState } from '#web/leads/list/list-state.ts';
import { useActiveProducts } from '#web/pickers/useActiveProducts.ts';
import { useClientNames } from '#web/pickers/useClientNames.ts';
import { useUserName } from '#web/pickers/useUserName.ts';
import { Chip } from '#web/ui/lists/Chip.tsx';
import classes from '#web/ui/lists/Chip.module.css';

/** The filters by built-in fields. */
type BuiltIn = Exclude<FilterKey, 'custom'>;

/** Titles of filters, and the fields whose titles the client can change. */
const TITLES: Record<BuiltIn, string | { field: FieldKey; suffix?: string }> = {
  status: { field: 'status' },
  meaning: 'Outcome',
  source: { field: 'source' },
  no_source: { field: 'source' },
  reached: 'Has reached',
  lost_reason: { field: 'lost_reason' },
  assigned_to: { field: 'assigned_to' },
  created_by: { field: 'created_by' },
  client_id: 'Client',
  archived: 'Archived',
  duplicates: 'Duplicates',
  next_step: 'Next Step',
  next_followup: { field: 'next_followup_date' },
  last_contacted: { field: 'last_contacted_at' },
  created: { field: 'created_at' },
  from_date: { field: 'created_at', suffix: 'from' },
  to_date: { field: 'created_at', suffix: 'to' },
  is_contacted: 'Contact',
  first_contact: 'First Contact',
  converted_from: { field: 'converted_at', suffix: 'from' },
  converted_to: { field: 'converted_at', suffix: 'to' },
  interest_level: { field: 'interest_level' },
  product_id: { field: 'product_id' },
  tags: { field: 'tags' },
  min_value: { field: 'value', suffix: 'from' },
  max_value: { field: 'value', suffix: 'to' },
  ids: 'Chosen',
  import_id: 'Import',
};

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
  const titleOf = (key: FilterKey): string => {
    if (key === 'custom') return 'Custom fields';
    const title = TITLES[key];
    if (typeof title === 'string') return title;
    return [fields.title(title.field), title.suffix].filter(Boolean).join(' ');
  };
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
          title="Left out"
          text={`${dropped.map(titleOf).join(', ')}: not a valid value`}
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

const FLAGS: Readonly<Partial<Record<BuiltIn, Readonly<Record<string, string>>>>> = {
  duplicates: { only: 'Only duplicates', none: 'Without duplicates' },
  next_step: { none: 'None planned' },
  no_source: { true: 'None' },
  archived: { all: 'Shown too', archived: 'Only these' },
  is_contacted: { true: 'Contacted', false: 'Never contacted' },
  first_contact: { in_time: 'In time', too_late: 'Too late' },
};

/** The value of each active filter, as text. */
function useFilterWords(state: ListState, fields: FieldSettings): (key: BuiltIn) => string {
  const clientName = useClientNames([state.client_id]);
  const userName = useUserName(state.assigned_to.length > 0 || state.created_by !== '');
  const { data } = useActiveProducts(state.client_id || undefined, state.product_id.length > 0);
  const productName = (id: string) => data?.data.find((product) => product.id === id)?.name ?? 'One product';
  const words = (key: BuiltIn, value: string): string => {
    switch (key) {
      case 'status':
      case 'source':
      case 'lost_reason':
      case 'interest_level':
        return optionLabel(value, fields.options(key));
      case 'reached':
        return optionLabel(value, fields.options('status'));
      case 'meaning':
        return optionLabel(value);
      case 'assigned_to':
      case 'created_by':
        if (value === 'me') return 'Me';
        return value === 'none' ? 'Unassigned' : (userName(value) ?? 'One user');
      case 'client_id':
        return clientName(value) ?? 'One client';
      case 'product_id':
        return productName(value);
      case 'created':
      case 'next_followup':
      case 'last_contacted':
        return dayWords(value);
      case 'min_value':
      case 'max_value':
        return formatMoney(Number(value));
      case 'from_date':
      case 'to_date':
      case 'converted_from':
      case 'converted_to':
        return formatDay(value);
      case 'ids': {
        const count = value.split(',').length;
        return `${count} ${count === 1 ? 'lead' : 'leads'}`;
      }
      case 'import_id':
        return 'Only its leads';
      default:
        return FLAGS[key]?.[value] ?? value;
    }
  };
  return (key) =>
    [state[key]]
      .flat()
      .map((value) => words(key, value))
      .join(', ');
}
