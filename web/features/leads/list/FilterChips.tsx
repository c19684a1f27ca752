import { UnstyledButton } from '@mantine/core';
import X from 'lucide-react/icons/x';
import { optionLabel } from '#shared/lead-options.ts';
import classes from '#web/features/leads/list/FilterChips.module.css';
import { DEFAULT_STATE, activeFilters, withoutFilters } from '#web/features/leads/list/list-state.ts';
import type { FilterKey, ListState } from '#web/features/leads/list/list-state.ts';
import type { FieldSettings } from '#web/features/leads/configuration/field-settings.ts';
import type { ChangeList } from '#web/features/leads/list/useListState.ts';
import { useClientNames } from '#web/pickers/useClientNames.ts';
import { useUserName } from '#web/pickers/useUserName.ts';

const TITLES: Record<FilterKey, string> = {
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

/** The filters in force, each removable where the eye already is. */
export function FilterChips({ state, onChange, fields }: Props) {
  const active = activeFilters(state);
  const clientName = useClientNames([state.client_id]);
  const userName = useUserName(Boolean(state.assigned_to || state.created_by));
  if (active.length === 0) return null;

  const textOf = (key: FilterKey): string => {
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
      {active.map((key) => (
        <li key={key} className={classes.chip}>
          <span className={classes.title}>{TITLES[key]}</span>
          <span className={classes.value}>{textOf(key)}</span>
          <UnstyledButton
            className={classes.remove}
            aria-label={`Remove filter ${TITLES[key]}`}
            onClick={() => onChange({ [key]: DEFAULT_STATE[key] })}
          >
            <X size={13} aria-hidden="true" />
          </UnstyledButton>
        </li>
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
