import { ActionIcon } from '@mantine/core';
import LogOut from 'lucide-react/icons/log-out';
import Plus from 'lucide-react/icons/plus';
import { useCan } from '#web/session/useCan.ts';
import { useUser } from '#web/session/useSession.ts';
import { AccountPopover } from '#web/shell/bars/AccountPopover.tsx';
import { Bell } from '#web/shell/bars/Bell.tsx';
import { SearchIcon } from '#web/shell/bars/SearchButton.tsx';
import classes from '#web/shell/bars/TopBar.module.css';
import type { ShellDialog } from '#web/shell/dialogs/shell-dialog.ts';

/** The phone's top bar: the signed-in user, add a lead, log out. */
export function TopBar({ onOpen }: { onOpen: (dialog: ShellDialog) => void }) {
  const user = useUser();
  const mayAdd = useCan('leads.write');
  return (
    <section className={classes.bar} aria-label="Top bar" data-screen-only>
      <AccountPopover onOpen={onOpen} />
      <p className={classes.name}>{user.firstName}</p>
      <SearchIcon onClick={() => onOpen('search')} />
      <Bell size={40} />
      {mayAdd && (
        <ActionIcon size={40} aria-label="Add a new lead" onClick={() => onOpen('add-lead')}>
          <Plus size={20} aria-hidden="true" />
        </ActionIcon>
      )}
      <ActionIcon size={40} aria-label="Logout" onClick={() => onOpen('sign-out')}>
        <LogOut size={18} aria-hidden="true" />
      </ActionIcon>
    </section>
  );
}
