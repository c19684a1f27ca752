import { NavLink } from 'react-router';
import { can } from '#shared/permissions.ts';
import classes from '#web/pages/SettingsPage.module.css';
import { paths } from '#web/paths.ts';
import { useUser } from '#web/session/useSession.ts';
import { SETTINGS_TABS } from '#web/settings-tabs.ts';

/** The tabs the user may see, side by side in columns of one width; going from one to another adds no step to go back. */
export function SettingsTabs() {
  const { role } = useUser();
  const visible = SETTINGS_TABS.filter(({ permission }) => can(role.name, permission));
  return (
    <nav
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
