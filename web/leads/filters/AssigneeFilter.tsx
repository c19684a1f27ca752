import { SeveralSelect } from '#web/leads/filters/SeveralSelect.tsx';
import { useChoiceSearch } from '#web/pickers/useChoiceSearch.ts';
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
  const { asked, listen } = useChoiceSearch();
  const { colleagues, pagination, isError } = useColleagues({ search: asked, clientId, withFormer: true });
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
      onSearchChange={(text) => listen(text, pagination)}
    />
  );
}
