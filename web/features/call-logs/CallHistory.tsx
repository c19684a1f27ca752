import { useQuery } from '@tanstack/react-query';
import type { CallLog } from '#shared/activities/call-logs.ts';
import { formatDateTime } from '#shared/values/dates.ts';
import { optionLabel } from '#shared/fields/lead-options.ts';
import classes from '#web/features/call-logs/CallHistory.module.css';
import { leadPageQuery } from '#web/api/lead-page.ts';
import { PlayRecording } from '#web/leads/calls/PlayRecording.tsx';
import { isMissed, lengthWords, statusWords } from '#web/leads/calls/call-words.ts';
import { callTone } from '#web/leads/fields/tones.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { PartNote } from '#web/ui/states/PartNote.tsx';

type Props = {
  leadId: string;
  timeZone: string;
  /** The maximum number of calls shown in tight places. */
  most?: number;
};

/** The calls with a lead, newest first; part of a screen that has loaded the lead. */
export function CallHistory(props: Props) {
  return (
    <section className={classes.card} aria-labelledby="call-history">
      <h2 id="call-history">Call History</h2>
      <Calls {...props} />
    </section>
  );
}

function Calls({ leadId, timeZone, most }: Props) {
  const { data } = useQuery(leadPageQuery(leadId));
  const calls = data?.data.calls ?? [];
  if (calls.length === 0) return <PartNote className={classes.state}>No call history found</PartNote>;
  return (
    <ol>
      {calls.slice(0, most).map((call) => (
        <Call key={call.id} call={call} timeZone={timeZone} />
      ))}
    </ol>
  );
}

function Call({ call, timeZone }: { call: CallLog; timeZone: string }) {
  const { id, call_date, call_type, call_status, user_name, notes, has_recording } = call;
  const when = formatDateTime(call_date, timeZone);
  return (
    <li className={classes.call}>
      <div className={classes.first}>
        <time dateTime={call_date}>{when}</time>
        <Badge tone={callTone(call_status)} withDot>
          {statusWords(call)}
        </Badge>
      </div>
      <p className={classes.facts}>
        {optionLabel(call_type)} · {user_name ?? (isMissed(call) ? 'Nobody answered' : 'Unknown caller')} ·{' '}
        {lengthWords(call)}
      </p>
      {notes && <p className={classes.notes}>{notes}</p>}
      {has_recording && <PlayRecording callId={id} when={when} />}
    </li>
  );
}
