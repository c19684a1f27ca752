import { Button, Popover, UnstyledButton } from '@mantine/core';
import KeyRound from 'lucide-react/icons/key-round';
import LogOut from 'lucide-react/icons/log-out';
import UserRound from 'lucide-react/icons/user-round';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#web/paths.ts';
import { companyOf } from '#web/session/company-of.ts';
import { useUser } from '#web/session/useSession.ts';
import classes from '#web/shell/bars/AccountPopover.module.css';
import { ColorSchemeSwitch } from '#web/shell/bars/ColorSchemeSwitch.tsx';
import type { ShellDialog } from '#web/shell/dialogs/shell-dialog.ts';
import { InitialsAvatar } from '#web/ui/InitialsAvatar.tsx';

/** The signed-in user, and actions on their own account. */
export function AccountPopover({ onOpen }: { onOpen: (dialog: ShellDialog) => void }) {
  const user = useUser();
  const [isOpen, setIsOpen] = useState(false);
  const fullName = `${user.firstName} ${user.lastName}`.trim();
  const open = (dialog: ShellDialog) => {
    setIsOpen(false);
    onOpen(dialog);
  };
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width={288} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          className={classes.target}
          onClick={() => setIsOpen(!isOpen)}
          aria-label="Your account"
        >
          <InitialsAvatar name={fullName} size={32} round />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.popover} aria-label="Your account">
        <div className={classes.who}>
          <InitialsAvatar name={fullName} size={40} round />
          <div className={classes.names}>
            <p className={classes.name}>{fullName}</p>
            <p className={classes.email} title={user.email}>
              {user.email}
            </p>
          </div>
        </div>
        <dl className={classes.facts}>
          <dt>Role</dt>
          <dd>{user.role?.label ?? 'User'}</dd>
          <dt>Company</dt>
          <dd>{companyOf(user)}</dd>
        </dl>
        <ColorSchemeSwitch />
        <div className={classes.actions}>
          <Button
            component={Link}
            to={paths.settings('general')}
            variant="subtle"
            color="gray"
            justify="flex-start"
            leftSection={<UserRound size={16} aria-hidden="true" />}
            onClick={() => setIsOpen(false)}
          >
            Profile
          </Button>
          <Button
            variant="subtle"
            color="gray"
            justify="flex-start"
            leftSection={<KeyRound size={16} aria-hidden="true" />}
            onClick={() => open('change-password')}
          >
            Change password
          </Button>
          <Button
            variant="subtle"
            color="gray"
            justify="flex-start"
            leftSection={<LogOut size={16} aria-hidden="true" />}
            onClick={() => open('sign-out')}
          >
            Logout
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
