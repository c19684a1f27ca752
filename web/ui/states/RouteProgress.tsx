import classes from './RouteProgress.module.css';

/** A thin bar for half a second after each path change. Restarts with a new `path`, and hides nothing. */
export function RouteProgress({ path }: { path: string }) {
  return <div key={path} className={classes.bar} aria-hidden="true" />;
}
