import { Button, Drawer, Select } from '@mantine/core';
import { leadField } from '#shared/lead-fields.ts';
import { DayRange } from '#web/features/leads/list/DayRange.tsx';
import classes from '#web/features/leads/list/FiltersDrawer.module.css';
import { activeFilters, withoutFilters } from '#web/features/leads/list/list-state.ts';
import type { Archived, ListState } from '#web/features/leads/list/list-state.ts';
import type { ChangeList } from '#web/features/leads/list/useListState.ts';
import { useLeadOptions } from '#web/features/leads/useLeadOptions.ts';
import { useFocusReturn } from '#web/lib/useFocusReturn.ts';
import { ClientSelect } from '#web/pickers/ClientSelect.tsx';
import { UserSelect } from '#web/pickers/UserSelect.tsx';
import { useCan } from '#web/session/useCan.ts';
import { useUser } from '#web/session/useSession.ts';

type Props = { state: ListState; onChange: ChangeList; onClose: () => void };

const ARCHIVED = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'archived', label: 'Archived' },
];
const ASSIGNEES = [
  { value: 'me', label: 'Me' },
  { value: 'none', label: 'Unassigned' },
];

/** Every filter of the list; each choice takes effect at once and is in the address. */
export function FiltersDrawer({ state, onChange, onClose }: Props) {
  useFocusReturn();
  const { seesAllClients } = useUser();
  const filtersByCreator = useCan('leads.filter_by_creator');
  const clientId = state.client_id || undefined;
  const options = useLeadOptions(clientId);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={380}
      title="Filters"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.fields}>
        {seesAllClients && (
          <ClientSelect
            value={state.client_id || null}
            placeholder="Every client"
            onChange={(id) => onChange({ client_id: id ?? '', assigned_to: '', created_by: '' })}
            clearable
          />
        )}
        {(['status', 'source'] as const).map((field) => (
          <Select
            key={field}
            label={leadField(field).title}
            placeholder="Any"
            data={options[field]}
            value={state[field] || null}
            onChange={(value) => onChange({ [field]: value ?? '' })}
            searchable
            clearable
          />
        ))}
        <UserSelect
          label="Assigned To"
          placeholder="Anyone"
          before={ASSIGNEES}
          clientId={clientId}
          value={state.assigned_to || null}
          onChange={(id) => onChange({ assigned_to: id ?? '' })}
          clearable
        />
        {filtersByCreator && (
          <UserSelect
            label="Created By"
            placeholder="Anyone"
            clientId={clientId}
            value={state.created_by || null}
            onChange={(id) => onChange({ created_by: id ?? '' })}
            clearable
          />
        )}
        <Select
          label="Archived"
          data={ARCHIVED}
          value={state.archived}
          onChange={(value) => onChange({ archived: (value ?? 'active') as Archived })}
          allowDeselect={false}
        />
        <DayRange state={state} onChange={onChange} />
      </div>
      <div className={classes.actions}>
        <Button
          variant="default"
          disabled={activeFilters(state).length === 0}
          onClick={() => onChange({ ...withoutFilters(), search: state.search })}
        >
          Reset Filters
        </Button>
        <Button onClick={onClose}>Show leads</Button>
      </div>
    </Drawer>
  );
}
