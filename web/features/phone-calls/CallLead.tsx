import { Button, UnstyledButton } from '@mantine/core';
import { Link } from 'react-router';
import { formatDateTime } from '#shared/values/dates.ts';
import { optionLabel } from '#shared/fields/lead-options.ts';
import type { PhoneCall, PhoneCallLead } from '#shared/activities/phone-calls.ts';
import classes from '#web/features/phone-calls/PhoneCalls.module.css';
import { statusWords } from '#web/leads/calls/call-words.ts';
import { dueWords } from '#web/leads/due-words.ts';
import { statusTone } from '#web/leads/fields/tones.ts';
import { useFieldConfiguration } from '#web/leads/fields/useFieldConfiguration.ts';
import { useTimeZone } from '#web/leads/useTimeZone.ts';
import { PhoneNumber } from '#web/leads/ways/PhoneNumber.tsx';
import { useNow } from '#web/lib/hooks/useNow.ts';
import { paths } from '#web/paths.ts';
import { Badge } from '#web/ui/Badge.tsx';

type Props = {
  call: PhoneCall;
  lead: PhoneCallLead;
  /** Chooses another lead with this number, if there are any. */
  onOther: (() => void) | undefined;
};

/** The lead of a call, the next step with them, and how the last call went. */
export function CallLead({ call, lead, onOther }: Props) {
  const timeZone = useTimeZone(call);
  const now = useNow();
  const { next_step: step } = lead;
  // The log of this call is no earlier one.
  const last = lead.last_call?.id === call.call_log_id ? undefined : lead.last_call;
  return (
    <>
      <p className={classes.name}>
        <Link to={paths.lead(lead.id)} title={lead.name} dir="auto">
          {lead.name}
        </Link>
      </p>
      <p className={classes.quiet}>
        <Company lead={lead} clientId={call.clientId} />
        {call.number && <PhoneNumber phone={call.number} country={call.client_country} />}
      </p>
      <dl className={classes.facts}>
        <dt>Next step</dt>
        <dd dir="auto">
          {step ? `${step.title}, ${dueWords(step.reminder_date, now, timeZone)}` : 'None planned'}
        </dd>
        {last !== undefined && (
          <>
            <dt>Last call</dt>
            <dd>
              {last
                ? [
                    formatDateTime(last.call_date, timeZone),
                    last.call_outcome ? optionLabel(last.call_outcome) : statusWords(last),
                  ].join(', ')
                : 'None yet'}
            </dd>
          </>
        )}
      </dl>
      {onOther && (
        <p>
          <Button size="compact-xs" variant="default" onClick={onOther}>
            Somebody else
          </Button>
        </p>
      )}
    </>
  );
}

function Company({ lead, clientId }: { lead: PhoneCallLead; clientId: string }) {
  const options = useFieldConfiguration(clientId).options('status');
  return (
    <>
      {lead.company_name && (
        <span title={lead.company_name} dir="auto">
          {lead.company_name}
        </span>
      )}
      <Badge tone={statusTone(lead.status, options)} withDot>
        {optionLabel(lead.status, options)}
      </Badge>
    </>
  );
}

type ChoiceProps = { call: PhoneCall; isPending: boolean; onChoose: (leadId: string) => void };

/** The leads that have the caller's number. */
export function LeadChoice({ call, isPending, onChoose }: ChoiceProps) {
  return (
    <>
      <p className={classes.name}>Which lead is this?</p>
      <p className={classes.quiet}>
        {call.leads.length} leads have{' '}
        {call.number && <PhoneNumber phone={call.number} country={call.client_country} />}
      </p>
      {call.leads.map((lead) => (
        <UnstyledButton
          key={lead.id}
          className={classes.choice}
          disabled={isPending}
          onClick={() => onChoose(lead.id)}
        >
          <b dir="auto">{lead.name}</b>
          <span className={classes.quiet}>
            <Company lead={lead} clientId={call.clientId} />
            <span dir="auto">{lead.assigned_user_name ?? 'Unassigned'}</span>
          </span>
        </UnstyledButton>
      ))}
    </>
  );
}
