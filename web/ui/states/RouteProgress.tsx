import { useLocation } from 'react-router';
import classes from './RouteProgress.module.css';

/** A thin bar for half a second after each path change; hides nothing. */
export function RouteProgress() {
  const { pathname } = useLocation();
  return <div key={pathname} className={classes.bar} aria-hidden="true" />;
}
