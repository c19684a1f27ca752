import { CallList } from '#web/features/call-logs/CallList.tsx';
import classes from '#web/pages/ListPage.module.css';

/** The calls behind the numbers of the reports. */
export function CallsPage() {
  return (
    <div className={classes.page}>
      <CallList />
    </div>
  );
}
