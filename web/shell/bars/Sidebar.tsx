import { Tooltip, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import LogOut from 'lucide-react/icons/log-out';
import PanelLeftClose from 'lucide-react/icons/panel-left-close';
import PanelLeftOpen from 'lucide-react/icons/panel-left-open';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { cacheKey, readPreference, writePreference } from '#web/lib/preferences.ts';
import { companyOf } from '#web/session/company-of.ts';
import { useUser } from '#web/session/useSession.ts';
import classes from '#web/shell/bars/Sidebar.module.css';
import type { ShellDialog } from '#web/shell/dialogs/shell-dialog.ts';
import { useNavigationItems } from '#web/shell/bars/useNavigationItems.ts';
import { Logo } from '#web/ui/Logo.tsx';

/**
 * Welcome, navigation, Logout and Collapse. Expanded after every sign-in where there is room for it; a choice
 * lasts for the session.
 */
export function Sidebar({ onOpen }: { onOpen: (dialog: ShellDialog) => void }) {
  const user = useUser();
  const items = useNavigationItems();
  const preference = cacheKey('sidebar', user);
  // Narrow windows leave the room to the page, until the user expands the sidebar.
  const isNarrow = useMediaQuery('(max-width: 64em)', false, { getInitialValueInEffect: false });
  const [chosen, setChosen] = useState(() => readPreference(preference));
  const isOpen = chosen ? chosen === 'expanded' : !isNarrow;
  const toggle = () => {
    const next = isOpen ? 'collapsed' : 'expanded';
    setChosen(next);
    writePreference(preference, next);
  };
  return (
    <aside className={classes.sidebar} data-collapsed={!isOpen || undefined} data-screen-only>
      <div className={classes.welcome}>
        <Logo size={28} />
        {isOpen && (
          <div className={classes.who}>
            <p className={classes.name} title={companyOf(user)}>
              {companyOf(user)}
            </p>
            <p className={classes.greeting}>Welcome, {user.firstName}</p>
          </div>
        )}
      </div>
      <nav className={classes.items} aria-label="Main">
        {items.map(({ path, label, icon: Icon }) => (
          <Hint key={path} label={label} isHidden={isOpen}>
            <NavLink to={path} className={classes.item} aria-label={label}>
              <Icon size={17} aria-hidden="true" />
              {isOpen && <span>{label}</span>}
            </NavLink>
          </Hint>
        ))}
      </nav>
      <div className={classes.items}>
        <Hint label="Logout" isHidden={isOpen}>
          <UnstyledButton className={classes.item} onClick={() => onOpen('sign-out')} aria-label="Logout">
            <LogOut size={17} aria-hidden="true" />
            {isOpen && <span>Logout</span>}
          </UnstyledButton>
        </Hint>
        <Hint label="Expand" isHidden={isOpen}>
          <UnstyledButton
            className={classes.item}
            onClick={toggle}
            aria-expanded={isOpen}
            aria-label={isOpen ? 'Collapse' : 'Expand'}
          >
            {isOpen ? (
              <PanelLeftClose size={17} aria-hidden="true" />
            ) : (
              <PanelLeftOpen size={17} aria-hidden="true" />
            )}
            {isOpen && <span>Collapse</span>}
          </UnstyledButton>
        </Hint>
      </div>
    </aside>
  );
}

/** Labels an icon of the collapsed sidebar. */
function Hint({ label, isHidden, children }: { label: string; isHidden: boolean; children: ReactNode }) {
  return (
    <Tooltip label={label} position="right" disabled={isHidden} openDelay={150}>
      {children}
    </Tooltip>
  );
}
