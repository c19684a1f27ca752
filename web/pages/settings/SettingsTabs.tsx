import { useEffect, useRef } from 'react';
import { NavLink, useParams } from 'react-router';
import { can } from '#shared/permissions.ts';
import classes from '#web/pages/SettingsPage.module.css';
import { paths } from '#web/paths.ts';
import { useUser } from '#web/session/useSession.ts';
import { SETTINGS_TABS } from '#web/settings-tabs.ts';

/**
 * The tabs the user may see, side by side in columns of one width; going from one to another adds no step to go back. Where they
 * are wider than the window, the open one is in sight.
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
