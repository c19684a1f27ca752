import AlarmClock from 'lucide-react/icons/alarm-clock';
import FileUp from 'lucide-react/icons/file-up';
import Globe from 'lucide-react/icons/globe';
import UserRoundX from 'lucide-react/icons/user-round-x';
import Hourglass from 'lucide-react/icons/hourglass';
import Unplug from 'lucide-react/icons/unplug';
import UserRoundPlus from 'lucide-react/icons/user-round-plus';
import { Link } from 'react-router';
import { formatDateTime } from '#shared/dates.ts';
import type { Notification } from '#shared/notifications.ts';
import { counted } from '#shared/numbers.ts';
import classes from '#web/features/notifications/NotificationList.module.css';
import { importedLeads } from '#web/leads/list/imported-leads.ts';
import { useTimeZone } from '#web/leads/useTimeZone.ts';
import { paths } from '#web/paths.ts';

const ICONS = {
  due: AlarmClock,
  assigned: UserRoundPlus,
  enquiry: Globe,
  import: FileUp,
  webhook: Unplug,
  unassigned: UserRoundX,
  late: Hourglass,
};

/** A notification, as a link to what it is about. */
export function NotificationLine({
  notification,
  onOpen,
}: {
  notification: Notification;
  onOpen: () => void;
}) {
  const { kind, is_read, due_at, created_at, client_name } = notification;
  // Follow-ups that became due while the server was down are all announced in one minute.
  const at = due_at ?? created_at;
  const timeZone = useTimeZone(notification);
  const Icon = ICONS[kind];
  return (
    <li>
      <Link className={classes.line} to={addressOf(notification)} data-unread={!is_read} onClick={onOpen}>
        <Icon size={16} aria-hidden="true" />
        <span className={classes.body}>
          <span className={classes.text} dir="auto">
            {textOf(notification)}
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

function textOf({ kind, lead, leads, title, by_name, for_name, summary }: Notification): string {
  const about = lead?.name ?? counted(leads, 'lead');
  switch (kind) {
    case 'due':
      return `Due: ${title ?? 'Follow-up'} · ${about}${for_name ? `, for ${for_name}` : ''}`;
    case 'assigned':
      return `${by_name ?? 'Somebody'} assigned ${about} to you`;
    case 'enquiry':
      return `New enquiry from ${about}`;
    case 'late':
      return `${about} was not contacted in time`;
    case 'unassigned':
      return `${about} couldn’t be assigned${summary ? ` of ${summary}` : ''}`;
    case 'import':
      return `The import${summary ? ` of ${summary}` : ''} has ended: ${about}`;
    case 'webhook':
      return `The webhook to ${title ?? 'another program'} is switched off. ${summary ?? ''}`;
  }
}

function addressOf({ kind, lead, operation_id, clientId }: Notification): string {
  if (kind === 'unassigned' && operation_id)
    return `${importedLeads(operation_id, clientId)}&assigned_to=none`;
  if (kind === 'import' && operation_id) return importedLeads(operation_id, clientId);
  if (kind === 'webhook') return paths.settings('api/webhooks');
  return lead ? paths.lead(lead.id) : `${paths.leads}?assigned_to=me`;
}
