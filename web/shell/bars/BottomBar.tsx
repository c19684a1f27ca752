import { NavLink } from 'react-router';
import classes from '#web/shell/bars/BottomBar.module.css';
import { useNavigationItems } from '#web/shell/bars/useNavigationItems.ts';

/** The phone's navigation, within thumb's reach. */
export function BottomBar() {
  const items = useNavigationItems();
  return (
    <nav className={classes.bar} aria-label="Main, bottom">
      {items.map(({ path, label, icon: Icon }) => (
        <NavLink key={path} to={path} className={classes.item}>
          <Icon size={20} aria-hidden="true" />
          <span>{label}</span>
        </NavLink>
      ))}
    </nav>
  );
}
