import { CallList } from '#web/features/call-logs/CallList.tsx';
import classes from '#web/pages/ListPage.module.css';

/** The calls that the reports count. */
export function CallsPage() {
  return (
    <div className={classes.page}>
      <CallList />
    </div>
  );
}
