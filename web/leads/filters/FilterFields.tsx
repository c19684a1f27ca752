import { Select } from '@mantine/core';
import { CustomFilterFields } from '#web/leads/filters/CustomFilterFields.tsx';
import type { Archived, Duplicates, ListState, Meaning, NextStep } from '#web/leads/list-state.ts';
import { useFieldConfiguration } from '#web/leads/useFieldConfiguration.ts';
import { useLeadOptions } from '#web/leads/useLeadOptions.ts';
import { ClientSelect } from '#web/pickers/ClientSelect.tsx';
import { UserSelect } from '#web/pickers/UserSelect.tsx';
import { useCan } from '#web/session/useCan.ts';
import { useUser } from '#web/session/useSession.ts';
import { DayRange } from '#web/ui/DayRange.tsx';

const MEANINGS = [
  { value: '', label: 'All leads' },
  { value: 'open', label: 'Open' },
  { value: 'won', label: 'Won' },
  { value: 'lost', label: 'Lost' },
];
const ARCHIVED = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'archived', label: 'Archived' },
];
const DUPLICATES = [
  { value: '', label: 'All leads' },
  { value: 'only', label: 'Only duplicates' },
  { value: 'none', label: 'Without duplicates' },
];
const NEXT_STEPS = [
  { value: '', label: 'All leads' },
  { value: 'none', label: 'Without a next step' },
];
const ASSIGNEES = [
  { value: 'me', label: 'Me' },
  { value: 'none', label: 'Unassigned' },
];

type Props = {
  state: ListState;
  onChange: (change: Partial<ListState>) => void;
  /** Told when a range begins or ceases to end before its beginning; such a range does not reach `onChange`. */
  onWrong?: (range: string, isWrong: boolean) => void;
};

/** Every filter of the leads, for the drawer of the list and the export. */
export function FilterFields({ state, onChange, onWrong }: Props) {
  const { seesAllClients } = useUser();
  const filtersByCreator = useCan('leads.filter_by_creator');
  const clientId = state.client_id || undefined;
  const options = useLeadOptions(clientId);
  const fields = useFieldConfiguration(clientId);
  const { title } = fields;
  const user = (field: 'assigned_to' | 'created_by') => ({
    label: title(field),
    placeholder: 'Anyone',
    withFormer: true,
    clientId,
    value: state[field] || null,
    onChange: (id: string | null) => onChange({ [field]: id ?? '' }),
    clearable: true,
  });
  return (
    <>
      {seesAllClients && (
        <ClientSelect
          value={state.client_id || null}
          placeholder="Every client"
          onChange={(id) => onChange({ client_id: id ?? '', assigned_to: '', created_by: '', custom: '' })}
          clearable
        />
      )}
      {(['status', 'source'] as const).map((field) => (
        <Select
          key={field}
          label={title(field)}
          placeholder="Any"
          data={options[field].map(({ value, label }) => ({ value, label }))}
          value={state[field] || null}
          onChange={(value) => onChange({ [field]: value ?? '' })}
          searchable
          clearable
        />
      ))}
      <Select
        label="Deal"
        data={MEANINGS}
        value={state.meaning}
        onChange={(value) => onChange({ meaning: (value ?? '') as Meaning })}
        allowDeselect={false}
      />
      <UserSelect {...user('assigned_to')} before={ASSIGNEES} />
      {filtersByCreator && <UserSelect {...user('created_by')} />}
      <Select
        label="Archived"
        data={ARCHIVED}
        value={state.archived}
        onChange={(value) => onChange({ archived: (value ?? 'active') as Archived })}
        allowDeselect={false}
      />
      <Select
        label="Duplicates"
        data={DUPLICATES}
        value={state.duplicates}
        onChange={(value) => onChange({ duplicates: (value ?? '') as Duplicates })}
        allowDeselect={false}
      />
      <Select
        label="Next Step"
        data={NEXT_STEPS}
        value={state.next_step}
        onChange={(value) => onChange({ next_step: (value ?? '') as NextStep })}
        allowDeselect={false}
      />
      <DayRange days={state} onChange={onChange} onWrong={(isWrong) => onWrong?.('days', isWrong)} />
      <CustomFilterFields
        fields={fields}
        value={state.custom}
        onChange={(custom) => onChange({ custom })}
        onWrong={onWrong}
      />
    </>
  );
}
