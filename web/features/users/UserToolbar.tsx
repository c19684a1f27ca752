import { Button } from '@mantine/core';
import Plus from 'lucide-react/icons/plus';
import { ADMIN_USER_LIMIT } from '#shared/users.ts';
import { useUsersCreated } from '#web/features/users/useUsersCreated.ts';
import classes from '#web/features/users/Users.module.css';
import { SearchBar } from '#web/ui/SearchBar.tsx';

type Props = { search: string; onSearch: (search: string) => void; onAdd: () => void };

/** Search, how many users an admin has created, and a new one. */
export function UserToolbar({ search, onSearch, onAdd }: Props) {
  const { created } = useUsersCreated();
  return (
    <SearchBar
      label="Search users"
      placeholder="Search by name or e-mail..."
      search={search}
      onSearch={onSearch}
    >
      {created !== undefined && (
        <span className={classes.counter}>
          Users created: {created}/{ADMIN_USER_LIMIT}
        </span>
      )}
      <Button
        variant="default"
        leftSection={<Plus size={15} aria-hidden="true" />}
        onClick={onAdd}
        aria-haspopup="dialog"
      >
        Add User
      </Button>
    </SearchBar>
  );
}
