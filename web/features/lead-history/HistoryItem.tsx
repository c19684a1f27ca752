import BellRing from 'lucide-react/icons/bell-ring';
import Pencil from 'lucide-react/icons/pencil';
import MessageCircle from 'lucide-react/icons/message-circle';
import NotebookPen from 'lucide-react/icons/notebook-pen';
import Phone from 'lucide-react/icons/phone';
import PhoneIncoming from 'lucide-react/icons/phone-incoming';
import PhoneMissed from 'lucide-react/icons/phone-missed';
import { formatDateTime } from '#shared/values/dates.ts';
import type { HistoryEntry } from '#shared/leads/lead-history.ts';
import { optionLabel } from '#shared/fields/lead-options.ts';
import classes from '#web/features/lead-history/LeadHistory.module.css';
import { NoteEntry } from '#web/features/lead-history/NoteEntry.tsx';
import { changeTitle, headlineOf } from '#web/features/lead-history/history-words.ts';
import { PlayRecording } from '#web/leads/calls/PlayRecording.tsx';
import { isMissed } from '#web/leads/calls/call-words.ts';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';

const ICONS = {
  change: Pencil,
  call: Phone,
  inbound: PhoneIncoming,
  missed: PhoneMissed,
  reminder: BellRing,
  note: NotebookPen,
  message: MessageCircle,
};

/** An inbound call and a missed one have their own signs. */
function signOf(entry: HistoryEntry): keyof typeof ICONS {
  if (entry.type !== 'call' || entry.call_type !== 'inbound') return entry.type;
  return isMissed(entry) ? 'missed' : 'inbound';
}

type Props = { entry: HistoryEntry; fields: FieldSettings; timeZone: string };

/** One entry of the history: what happened, who did it, when, and its details. */
export function HistoryItem({ entry, fields, timeZone }: Props) {
  const Icon = ICONS[signOf(entry)];
  return (
    <li className={classes.item}>
      <span className={classes.icon}>
        <Icon size={14} aria-hidden="true" />
      </span>
      <div className={classes.body}>
        <p className={classes.headline}>{headlineOf(entry)}</p>
        <Details entry={entry} fields={fields} timeZone={timeZone} />
        <p className={classes.when}>
          {entry.user_name && `${entry.user_name} · `}
          <time dateTime={entry.at}>{formatDateTime(entry.at, timeZone)}</time>
          {entry.type === 'note' && entry.edited_at && ' · edited'}
        </p>
      </div>
    </li>
  );
}

function Details({ entry, fields, timeZone }: Props) {
  if (entry.type === 'change') {
    return (
      <>
        {entry.reason && <p>{entry.reason}</p>}
        <ul className={classes.changes}>
          {entry.changes.map((change) => (
            <li key={change.field}>
              <b>{changeTitle(change, fields)}</b>
              {entry.kind !== 'shown' && (
                <>
                  : {change.old ?? '-'} <span aria-hidden="true">→</span>
                  <span className={classes.spoken}>to</span> {change.new ?? '-'}
                </>
              )}
            </li>
          ))}
        </ul>
      </>
    );
  }
  if (entry.type === 'reminder') {
    return (
      <>
        <p>
          {dueWords(entry)} {formatDateTime(entry.reminder_date, timeZone)}
        </p>
        {entry.description && <p className={classes.text}>{entry.description}</p>}
      </>
    );
  }
  if (entry.type === 'note') return <NoteEntry note={entry} />;
  // Only the headline is known: whether the other program sent the message is not.
  if (entry.type === 'message') return null;
  const outcome = entry.call_outcome && ` · ${optionLabel(entry.call_outcome)}`;
  return (
    <>
      <p>
        {optionLabel(entry.call_status)}
        {outcome}
      </p>
      {entry.notes && <p className={classes.text}>{entry.notes}</p>}
      {entry.has_recording && <PlayRecording callId={entry.id} when={formatDateTime(entry.at, timeZone)} />}
    </>
  );
}

function dueWords({ is_completed, handled_by_name }: Extract<HistoryEntry, { type: 'reminder' }>): string {
  if (!is_completed) return 'Due';
  return handled_by_name ? `Completed by ${handled_by_name} for the owner, was due` : 'Completed, was due';
}
