import { useEffect, useRef } from 'react';
import { NavLink, useParams } from 'react-router';
import { can } from '#shared/permissions.ts';
import classes from '#web/pages/SettingsPage.module.css';
import { paths } from '#web/paths.ts';
import { useUser } from '#web/session/useSession.ts';
import { SETTINGS_TABS } from '#web/settings-tabs.ts';

/**
 * The tabs that the user may see, in columns of equal width. Switching between them adds no history entry. If
 * they don't fit into the window, the open one is scrolled into view.
 */
export function SettingsTabs() {
  const { role } = useUser();
  const { tab: open } = useParams();
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    bar.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [open]);
  const visible = SETTINGS_TABS.filter(({ permission }) => can(role.name, permission));
  return (
    <nav
      ref={bar}
      className={classes.tabs}
      aria-label="Settings"
      style={{ gridTemplateColumns: `repeat(${visible.length}, minmax(max-content, 1fr))` }}
    >
      {visible.map(({ tab, label }) => (
        <NavLink key={tab} className={classes.tab} to={paths.settings(tab)} replace>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
