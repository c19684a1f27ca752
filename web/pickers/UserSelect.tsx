import { Select } from '@mantine/core';
import type { User } from '#shared/accounts/users.ts';
import { foundChoices } from '#web/lib/names/found-choices.ts';
import { useChoiceSearch } from '#web/pickers/useChoiceSearch.ts';
import { useColleagues } from '#web/pickers/useColleagues.ts';

type Choice = { value: string; label: string };

type Props = {
  label: string;
  /** The label is only for screen readers. */
  isLabelHidden?: boolean;
  size?: 'xs';
  value: string | null;
  onChange: (userId: string | null, name?: string) => void;
  /** Only users of this client. */
  clientId?: string | undefined;
  /** Only users without a client. */
  isWithoutClient?: boolean;
  /** Only the user's own team. */
  isTeam?: boolean;
  /** Narrows the users further. */
  only?: (user: User) => boolean;
  /** Includes former colleagues: their leads can be filtered, but they cannot be assigned more. */
  withFormer?: boolean;
  /** Options before the users, for example 'Unassigned'. */
  before?: Choice[];
  /** The chosen user, in case the search has not found them. */
  known?: Choice | undefined;
  placeholder?: string;
  error?: string | undefined;
  required?: boolean;
  clearable?: boolean;
  disabled?: boolean;
};

/** A select of colleagues. The server searches by name and email and returns 50 at a time. */
export function UserSelect(props: Props) {
  const {
    clientId,
    isWithoutClient,
    isTeam,
    only,
    withFormer,
    before = [],
    known,
    value,
    label,
    isLabelHidden = false,
    onChange,
    ...rest
  } = props;
  const { asked, listen } = useChoiceSearch();
  const {
    colleagues: found,
    pagination,
    isError,
  } = useColleagues({ search: asked, clientId, isWithoutClient, withFormer, isTeam, only });
  const missing =
    known && known.value === value && !found.some((choice) => choice.value === known.value) ? [known] : [];
  const choices = [...before, ...missing, ...found];
  return (
    <Select
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      data={choices}
      value={value}
      onChange={(id, option) => onChange(id, option?.label)}
      searchable
      filter={foundChoices}
      nothingFoundMessage={isError ? 'Failed to load users' : 'Nobody found.'}
      // A chosen user's name must not become a search that hides the others.
      onSearchChange={(text) => listen(text, pagination, choices)}
      // The chosen option chosen again empties only what may be empty.
      allowDeselect={rest.clearable === true}
      {...rest}
    />
  );
}
