import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { SeveralSelect } from '#web/leads/filters/SeveralSelect.tsx';
import { useColleagues } from '#web/pickers/useColleagues.ts';
import { useUserName } from '#web/pickers/useUserName.ts';

const ASSIGNEE_WORDS = [
  { value: 'me', label: 'Me' },
  { value: 'none', label: 'Unassigned' },
];

type Props = {
  label: string;
  value: readonly string[];
  clientId: string | undefined;
  onChange: (value: string[]) => void;
};

/** Me, nobody, and colleagues, also those who have left: their leads are found by them. */
export function AssigneeFilter({ label, value, clientId, onChange }: Props) {
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search.trim(), 250);
  const { colleagues, total, isError } = useColleagues({ search: asked, clientId, withFormer: true });
  const nameOf = useUserName(value.length > 0);
  const found = new Set([...ASSIGNEE_WORDS, ...colleagues].map((choice) => choice.value));
  const chosen = value
    .filter((id) => !found.has(id))
    .map((id) => ({ value: id, label: nameOf(id) ?? 'Another user' }));
  return (
    <SeveralSelect
      label={label}
      placeholder="Anyone"
      choices={[...ASSIGNEE_WORDS, ...colleagues, ...chosen]}
      value={value}
      onChange={onChange}
      nothingFoundMessage={isError ? 'Failed to load users' : 'Nobody found.'}
      // A whole list is searched here.
      onSearchChange={(text) => setSearch(total <= colleagues.length && !asked ? '' : text)}
    />
  );
}
