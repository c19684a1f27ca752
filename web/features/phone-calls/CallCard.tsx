import { ActionIcon, Button, CloseButton } from '@mantine/core';
import Minus from 'lucide-react/icons/minus';
import PhoneCallIcon from 'lucide-react/icons/phone-call';
import PhoneIncoming from 'lucide-react/icons/phone-incoming';
import PhoneMissed from 'lucide-react/icons/phone-missed';
import PhoneOutgoing from 'lucide-react/icons/phone-outgoing';
import { useEffect, useState } from 'react';
import type { PhoneCall } from '#shared/activities/phone-calls.ts';
import { AnsweredCall } from '#web/features/phone-calls/AnsweredCall.tsx';
import type { Caller } from '#web/features/phone-calls/CallerForm.tsx';
import { CallLead, LeadChoice } from '#web/features/phone-calls/CallLead.tsx';
import classes from '#web/features/phone-calls/PhoneCalls.module.css';
import { stateWords } from '#web/features/phone-calls/state-words.ts';
import { useCallNote } from '#web/features/phone-calls/useCallNote.ts';
import { useFarewell, usePhoneCall } from '#web/features/phone-calls/usePhoneCall.ts';
import { clockText, lengthWords } from '#web/leads/calls/call-words.ts';
import { PhoneNumber } from '#web/leads/ways/PhoneNumber.tsx';
import { messageOf } from '#web/lib/errors.ts';
import { holderOf } from '#web/live/phone-calls.ts';
import type { OpenCall } from '#web/live/phone-calls.ts';
import { useCan } from '#web/session/useCan.ts';
import { useUser } from '#web/session/useSession.ts';
import { LeaveQuestion } from '#web/ui/dialogs/LeaveQuestion.tsx';
import { PartFailure } from '#web/ui/states/PartFailure.tsx';
import { PartNote } from '#web/ui/states/PartNote.tsx';

type Props = {
  told: OpenCall;
  /** Whether the outcomes' keys mean this call. */
  hasKeys: boolean;
  onNewLead: (caller: Caller) => void;
  onNamed: (name: string) => void;
  onMinimise: () => void;
  onClose: () => void;
};

/** One call: who it is, what is next with them, and afterwards its outcome. */
export function CallCard({ told, hasKeys, onNewLead, onNamed, onMinimise, onClose }: Props) {
  const { id: me } = useUser();
  const mayWrite = useCan('calls.write');
  const { call, error, refetch, save, isPending, isNoted, isNotedElsewhere, farewell } = usePhoneCall(told);
  const [isChoosing, setIsChoosing] = useState(false);
  const lead = call && (call.leads.find(({ id }) => id === call.lead_id) ?? onlyOf(call.leads));
  const note = useCallNote({ id: told.id, call, lead, save, onClose });
  useFarewell(isNotedElsewhere && note.isUnsaved ? undefined : farewell, () => void note.leave());
  const name = lead?.name ?? call?.number ?? undefined;
  useEffect(() => {
    if (name) onNamed(name);
    // Only a new name changes what screen readers hear.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [name]);
  const isColleagues = holderOf(told.agent_id, me) === 'colleague';
  const writes = mayWrite && !isColleagues;
  return (
    <article className={classes.card} aria-label={[stateWords(told), name].filter(Boolean).join(': ')}>
      <header className={classes.head}>
        <StateLine told={told} call={call} />
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label="Minimise"
          title="Minimise (Esc)"
          onClick={onMinimise}
        >
          <Minus size={16} aria-hidden="true" />
        </ActionIcon>
        <CloseButton size="sm" aria-label="Close" onClick={() => void note.close()} />
      </header>
      {!call && !error && <Waiting number={told.number} />}
      {error && !call && (
        <PartFailure onRetry={() => void refetch()}>
          {told.number} {messageOf(error, 'Failed to load the call')}
        </PartFailure>
      )}
      {call && lead && !isChoosing && (
        <CallLead
          call={call}
          lead={lead}
          onOther={writes && call.leads.length > 1 ? () => setIsChoosing(true) : undefined}
        />
      )}
      {call && (isChoosing || (!lead && call.leads.length > 0)) && (
        <LeadChoice
          call={call}
          isPending={isPending}
          onChoose={(lead_id) => void save({ lead_id }).then((isSaved) => isSaved && setIsChoosing(false))}
        />
      )}
      {call && call.leads.length === 0 && <Nobody call={call} onNewLead={onNewLead} />}
      {call?.agent && isColleagues && <p className={classes.quiet}>{call.agent.name} took this call.</p>}
      {call && lead && writes && !isChoosing && told.state !== 'ringing' && !told.is_missed && (
        <AnsweredCall
          key={lead.id}
          call={call}
          lead={lead}
          isOver={told.state === 'ended'}
          hasKeys={hasKeys}
          note={note}
          isPending={isPending}
          isNoted={isNoted}
        />
      )}
      <LeaveQuestion guard={note.question} />
    </article>
  );
}

const onlyOf = <T,>(list: readonly T[]): T | undefined => (list.length === 1 ? list[0] : undefined);

function Waiting({ number }: { number: string | null }) {
  return (
    <>
      {number && <p className={classes.name}>{number}</p>}
      <PartNote isLive>Looking for the lead...</PartNote>
    </>
  );
}

const SIGNS = { inbound: PhoneIncoming, outbound: PhoneOutgoing };

/** The state of the call, with the running time of one that was answered. */
function StateLine({ told, call }: { told: OpenCall; call: PhoneCall | undefined }) {
  const { state, direction, is_missed } = told;
  const seconds = useSecondsSince(state === 'answered' ? call?.answered_at : undefined);
  const Sign = is_missed ? PhoneMissed : state === 'answered' ? PhoneCallIcon : SIGNS[direction];
  const length = state === 'ended' && !is_missed ? call?.seconds : undefined;
  return (
    <p className={classes.state} data-state={is_missed ? 'missed' : state}>
      <Sign size={15} aria-hidden="true" />
      <b>{stateWords(told)}</b>
      {seconds !== undefined && <span role="timer">{clockText(seconds)}</span>}
      {length != null && <span>{lengthWords({ duration: 0, seconds: length })}</span>}
    </p>
  );
}

function useSecondsSince(start: string | null | undefined): number | undefined {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!start) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [start]);
  return start ? Math.max(0, Math.floor((now - Date.parse(start)) / 1000)) : undefined;
}

type NobodyProps = { call: PhoneCall; onNewLead: (caller: Caller) => void };

/** A caller of whom the user sees no lead: perhaps a new one. */
function Nobody({ call: { id, number, new_number, clientId, client_country }, onNewLead }: NobodyProps) {
  const mayAdd = useCan('leads.write');
  return (
    <>
      <p className={classes.name}>
        {number ? <PhoneNumber phone={number} country={client_country} /> : 'Hidden number'}
      </p>
      <p className={classes.quiet}>
        {number && !new_number ? 'This number belongs to a lead you can’t see.' : 'No lead has this number.'}
      </p>
      {new_number && mayAdd && (
        <p>
          <Button size="xs" onClick={() => onNewLead({ callId: id, start: { phone: new_number, clientId } })}>
            New lead
          </Button>
        </p>
      )}
    </>
  );
}
