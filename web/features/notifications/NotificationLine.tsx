import AlarmClock from 'lucide-react/icons/alarm-clock';
import FileUp from 'lucide-react/icons/file-up';
import Globe from 'lucide-react/icons/globe';
import UserRoundX from 'lucide-react/icons/user-round-x';
import Hourglass from 'lucide-react/icons/hourglass';
import Unplug from 'lucide-react/icons/unplug';
import UserRoundPlus from 'lucide-react/icons/user-round-plus';
import type { LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import { formatDateTime } from '#shared/values/dates.ts';
import type { Notification, NotificationKind } from '#shared/activities/notifications.ts';
import { counted } from '#shared/values/numbers.ts';
import classes from '#web/features/notifications/NotificationList.module.css';
import { importedLeads } from '#web/leads/list/imported-leads.ts';
import { useTimeZone } from '#web/leads/useTimeZone.ts';
import { paths } from '#web/paths.ts';

type Line = {
  icon: LucideIcon;
  text: (of: Notification & { about: string }) => string;
  /** By default the lead, or the user's leads. */
  address?: (of: Notification) => string | null;
};

const imported = ({ operation_id, clientId }: Notification) =>
  operation_id && importedLeads(operation_id, clientId);
const ofFile = (summary: string | null) => (summary ? ` of ${summary}` : '');

const LINES: Readonly<Record<NotificationKind, Line>> = {
  due: {
    icon: AlarmClock,
    text: ({ title, about, for_name }) =>
      `Due: ${title ?? 'Follow-up'} · ${about}${for_name ? `, for ${for_name}` : ''}`,
  },
  assigned: {
    icon: UserRoundPlus,
    text: ({ by_name, about }) => `${by_name ?? 'Somebody'} assigned ${about} to you`,
  },
  enquiry: { icon: Globe, text: ({ about }) => `New enquiry from ${about}` },
  late: { icon: Hourglass, text: ({ about }) => `${about} was not contacted in time` },
  unassigned: {
    icon: UserRoundX,
    text: ({ about, summary }) => `${about} couldn’t be assigned${ofFile(summary)}`,
    address: (of) => of.operation_id && `${imported(of)}&assigned_to=none`,
  },
  import: {
    icon: FileUp,
    text: ({ about, summary }) => `The import${ofFile(summary)} has ended: ${about}`,
    address: imported,
  },
  webhook: {
    icon: Unplug,
    text: ({ title, summary }) =>
      `The webhook to ${title ?? 'another program'} is switched off. ${summary ?? ''}`,
    address: () => paths.settings('api/webhooks'),
  },
};

/** A notification, as a link to what it is about. */
export function NotificationLine({
  notification,
  onOpen,
}: {
  notification: Notification;
  onOpen: () => void;
}) {
  const { kind, lead, is_read, due_at, created_at, client_name } = notification;
  // Follow-ups that became due while the server was down are all announced in one minute.
  const at = due_at ?? created_at;
  const timeZone = useTimeZone(notification);
  const { icon: Icon, text, address } = LINES[kind];
  const own = lead ? paths.lead(lead.id) : `${paths.leads}?assigned_to=me`;
  const about = lead?.name ?? counted(notification.leads, 'lead');
  return (
    <li>
      <Link
        className={classes.line}
        to={address?.(notification) ?? own}
        data-unread={!is_read}
        onClick={onOpen}
      >
        <Icon size={16} aria-hidden="true" />
        <span className={classes.body}>
          <span className={classes.text} dir="auto">
            {text({ ...notification, about })}
          </span>
          <span className={classes.about}>
            {client_name && `${client_name} · `}
            <time dateTime={at}>{formatDateTime(at, timeZone)}</time>
          </span>
        </span>
        {!is_read && (
          <span className={classes.unread}>
            <span className={classes.hidden}>Unread</span>
          </span>
        )}
      </Link>
    </li>
  );
}
