import { Button } from '@mantine/core';
import Link2 from 'lucide-react/icons/link-2';
import { ADMIN_USER_LIMIT } from '#shared/accounts/users.ts';
import { useUsersCreated } from '#web/features/users/useUsersCreated.ts';
import type { OpenUserPopup } from '#web/features/users/user-popup.ts';
import classes from '#web/features/users/Users.module.css';
import type { ChangeListParams, ListParams } from '#web/lib/hooks/useListParams.ts';
import { UserSelect } from '#web/pickers/UserSelect.tsx';
import { SearchBar } from '#web/ui/lists/SearchBar.tsx';
import toolbar from '#web/ui/lists/Toolbar.module.css';
import { AddButton } from '#web/ui/AddButton.tsx';

type Props = {
  params: ListParams;
  onChange: ChangeListParams;
  onSearch: (search: string) => void;
  onOpen: OpenUserPopup;
};

/** Search, the team filter, the number of users an admin has created, and the buttons for new ones. */
export function UserToolbar({ params, onChange, onSearch, onOpen }: Props) {
  const { created } = useUsersCreated();
  return (
    <SearchBar
      label="Search users"
      placeholder="Search by name or email..."
      search={params.search}
      onSearch={onSearch}
    >
      <div className={toolbar.filter}>
        <UserSelect
          label="Team of"
          isLabelHidden
          placeholder="All teams"
          withFormer
          value={params.team || null}
          onChange={(team) => onChange({ team: team ?? '' })}
          clearable
        />
      </div>
      {created !== undefined && (
        <span className={classes.counter}>
          Users created: {created}/{ADMIN_USER_LIMIT}
        </span>
      )}
      <Button
        variant="default"
        leftSection={<Link2 size={15} aria-hidden="true" />}
        onClick={() => onOpen({ kind: 'invite' })}
        aria-haspopup="dialog"
      >
        Invite by Link
      </Button>
      <AddButton onClick={() => onOpen({ kind: 'add' })}>Add User</AddButton>
    </SearchBar>
  );
}
