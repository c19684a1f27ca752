import classes from '#web/ui/RouteProgress.module.css';

/** A thin bar for half a second after each path change; restarted by a new `path`, hides nothing. */
export function RouteProgress({ path }: { path: string }) {
  return <div key={path} className={classes.bar} aria-hidden="true" />;
}
