import Info from 'lucide-react/icons/info';
import { formatDay } from '#shared/values/dates.ts';
import { NO_COMPANY, isPlaceless } from '#web/session/company-of.ts';
import { useUser } from '#web/session/useSession.ts';
import classes from '#web/shell/notices/Notices.module.css';

/** Shown above every page to users who belong to no client, or to one whose subscription has expired. */
export function Notices() {
  const user = useUser();
  const { clientName = '', subscriptionEndedOn } = user.client ?? {};
  const sentence = isPlaceless(user)
    ? NO_COMPANY
    : subscriptionEndedOn &&
      `The subscription of ${clientName} ended on ${formatDay(subscriptionEndedOn)}. You can keep working; please renew it.`;
  if (!sentence) return null;
  return (
    <p className={classes.notice} role="status">
      <Info size={16} aria-hidden="true" />
      <span>{sentence}</span>
    </p>
  );
}
