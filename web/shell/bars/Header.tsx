import { Button } from '@mantine/core';
import Plus from 'lucide-react/icons/plus';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { titleOf } from '#web/navigation.ts';
import { useShownTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/paths.ts';
import { useCan } from '#web/session/useCan.ts';
import { AccountPopover } from '#web/shell/bars/AccountPopover.tsx';
import { Bell } from '#web/shell/bars/Bell.tsx';
import classes from '#web/shell/bars/Header.module.css';
import { SearchButton } from '#web/shell/bars/SearchButton.tsx';
import type { ShellDialog } from '#web/shell/dialogs/shell-dialog.ts';

/** Title and description of the page, 'Add a new lead', and the signed-in user. */
export function Header({ onOpen }: { onOpen: (dialog: ShellDialog) => void }) {
  const mayAdd = useCan('leads.write');
  return (
    <div className={classes.header}>
      <Titles />
      <div className={classes.actions} data-screen-only>
        <SearchButton onClick={() => onOpen('search')} />
        {mayAdd && <AddLead onClick={() => onOpen('add-lead')} />}
        <Bell size={36} />
        <AccountPopover onOpen={onOpen} />
      </div>
    </div>
  );
}

/** Title and description, also in the tab. */
function Titles() {
  const { pathname } = useLocation();
  const { label, description } = useShownTitle() ?? titleOf(pathname);
  useEffect(() => {
    document.title = `${label} · LMS`;
  }, [label]);
  return (
    <div className={classes.titles}>
      {/* Says which page has opened, to those who do not see it. */}
      <h1 className={classes.title} dir="auto" aria-live="polite">
        {label}
      </h1>
      {description && (
        <p className={classes.description} dir="auto">
          {description}
        </p>
      )}
    </div>
  );
}

function AddLead({ onClick }: { onClick: () => void }) {
  const { pathname } = useLocation();
  return (
    <Button
      // One blue button per page: on other pages their own action is the primary one.
      variant={pathname === paths.leads ? 'filled' : 'default'}
      leftSection={<Plus size={16} aria-hidden="true" />}
      onClick={onClick}
    >
      Add a new lead
    </Button>
  );
}
