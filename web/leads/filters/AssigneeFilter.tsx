import { SeveralSelect } from '#web/leads/filters/SeveralSelect.tsx';
import { useChoiceSearch } from '#web/pickers/useChoiceSearch.ts';
import { useColleagues } from '#web/pickers/useColleagues.ts';
import { useUserName } from '#web/pickers/useUserName.ts';
import { useUser } from '#web/session/useSession.ts';

const ME = { value: 'me', label: 'Me' };
const NOBODY = { value: 'none', label: 'Unassigned' };

type Props = {
  label: string;
  value: readonly string[];
  clientId: string | undefined;
  onChange: (value: string[]) => void;
};

/**
 * Me, unassigned, and colleagues, including former ones, if the user sees their leads. Shows nothing to users
 * who only see their own leads.
 */
export function AssigneeFilter({ label, value, clientId, onChange }: Props) {
  const { leadVisibility, role } = useUser();
  const { asked, listen } = useChoiceSearch();
  const isTeam = leadVisibility === 'team';
  const wanted = { search: asked, clientId, withFormer: true, isTeam };
  const { colleagues, pagination, isError } = useColleagues(wanted);
  const words = isTeam && role.name !== 'manager' ? [ME] : [ME, NOBODY];
  const nameOf = useUserName(value);
  const found = new Set([...words, ...colleagues].map((choice) => choice.value));
  const chosen = value
    .filter((id) => !found.has(id))
    .map((id) => ({ value: id, label: nameOf(id) ?? 'Another user' }));
  if (leadVisibility === 'own') return null;
  return (
    <SeveralSelect
      label={label}
      placeholder="Anyone"
      choices={[...words, ...colleagues, ...chosen]}
      value={value}
      onChange={onChange}
      nothingFoundMessage={isError ? 'Failed to load users' : 'Nobody found.'}
      onSearchChange={(text) => listen(text, pagination)}
    />
  );
}
