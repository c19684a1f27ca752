import { UnstyledButton } from '@mantine/core';
import X from 'lucide-react/icons/x';
import { customKey } from '#shared/custom-fields.ts';
import { readCustomFilters, writeCustomFilters } from '#shared/custom-filters.ts';
import { optionLabel } from '#shared/lead-options.ts';
import classes from '#web/features/leads/list/FilterChips.module.css';
import { customFilterWords } from '#web/features/leads/list/custom-filter-words.ts';
import type { ChangeList } from '#web/features/leads/list/useListState.ts';
import type { FieldSettings } from '#web/leads/field-settings.ts';
import { DEFAULT_STATE, activeFilters, withoutFilters } from '#web/leads/list-state.ts';
import type { FilterKey, ListState } from '#web/leads/list-state.ts';
import { useClientNames } from '#web/pickers/useClientNames.ts';
import { useUserName } from '#web/pickers/useUserName.ts';

/** The filters by the catalogue's fields. */
type BuiltIn = Exclude<FilterKey, 'custom'>;

const TITLES: Record<BuiltIn, string> = {
  status: 'Status',
  meaning: 'Deal',
  source: 'Source',
  assigned_to: 'Assigned To',
  created_by: 'Created By',
  client_id: 'Client',
  archived: 'Archived',
  duplicates: 'Duplicates',
  next_step: 'Next Step',
  from_date: 'From',
  to_date: 'To',
};

type Props = { state: ListState; onChange: ChangeList; fields: FieldSettings };

/** The active filters as chips, each with a button that removes it. */
export function FilterChips({ state, onChange, fields }: Props) {
  const active = activeFilters(state);
  const clientName = useClientNames([state.client_id]);
  const userName = useUserName(Boolean(state.assigned_to || state.created_by));
  if (active.length === 0) return null;

  const own = readCustomFilters(state.custom) ?? {};
  const textOf = (key: BuiltIn): string => {
    const value = state[key];
    if (key === 'status' || key === 'source') return optionLabel(value, fields.options(key));
    if (key === 'meaning') return optionLabel(value);
    if (key === 'assigned_to' && value === 'me') return 'Me';
    if (key === 'assigned_to' && value === 'none') return 'Unassigned';
    if (key === 'assigned_to' || key === 'created_by') return userName(value) ?? 'One user';
    if (key === 'client_id') return clientName(value) ?? 'One client';
    if (key === 'duplicates') return value === 'only' ? 'Only duplicates' : 'Without duplicates';
    if (key === 'next_step') return 'None planned';
    if (key === 'archived') return value === 'all' ? 'All' : 'Archived';
    return value.split('-').reverse().join('/');
  };
  return (
    <ul className={classes.chips} aria-label="Active filters">
      {active
        .filter((key) => key !== 'custom')
        .map((key) => (
          <Chip
            key={key}
            title={TITLES[key]}
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
      <li>
        <UnstyledButton
          className={classes.reset}
          onClick={() => onChange({ ...withoutFilters(), search: state.search })}
        >
          Reset
        </UnstyledButton>
      </li>
    </ul>
  );
}

type ChipProps = { title: string; text: string; onRemove: () => void };

function Chip({ title, text, onRemove }: ChipProps) {
  return (
    <li className={classes.chip}>
      <span className={classes.title}>{title}</span>
      <span className={classes.value}>{text}</span>
      <UnstyledButton className={classes.remove} aria-label={`Remove filter ${title}`} onClick={onRemove}>
        <X size={13} aria-hidden="true" />
      </UnstyledButton>
    </li>
  );
}
