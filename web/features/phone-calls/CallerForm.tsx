import { useQueryClient } from '@tanstack/react-query';
import type { Query } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ComponentType } from 'react';
import type { Lead } from '#shared/leads/lead.ts';
import { leadDuplicates } from '#shared/leads/lead-duplicates.ts';
import { phoneCalls } from '#shared/activities/phone-calls.ts';
import { send } from '#web/api/send.ts';
import { useSavePhoneCall } from '#web/features/phone-calls/usePhoneCall.ts';
import { holderOf, usePhoneCalls } from '#web/live/phone-calls.ts';
import { useUser } from '#web/session/useSession.ts';

type Start = { phone: string; clientId: string };

/** The form of a new lead, which belongs to the shell. */
export type AddLead = ComponentType<{
  start: Start;
  onCreated: (lead: Lead) => void;
  onClose: () => void;
}>;

/** A caller for whom a new lead is being entered. */
export type Caller = { callId: string; start: Start };

type Props = { caller: Caller; AddLead: AddLead; onClose: () => void };

/** The form of a new lead for a caller, who becomes the lead of the call, unless a colleague has it by then. */
export function CallerForm({ caller: { callId, start }, AddLead, onClose }: Props) {
  const { id: me } = useUser();
  const { save } = useSavePhoneCall(callId);
  const client = useQueryClient();
  const { calls } = usePhoneCalls();
  const turn = calls.find(({ id }) => id === callId)?.turn;
  // The end of a call may make a lead, which the form then offers although somebody is typing.
  useEffect(() => {
    const predicate = ({ queryKey }: Query) => queryKey.includes(leadDuplicates.find.path);
    void client.invalidateQueries({ predicate }, { cancelRefetch: false });
  }, [client, turn]);
  const link = async (lead_id: string) => {
    const call = await send(phoneCalls.get, { params: { id: callId } }).catch(() => undefined);
    if (holderOf(call?.data.agent?.id ?? null, me) !== 'colleague') await save({ lead_id });
  };
  return <AddLead start={start} onCreated={({ id }) => void link(id)} onClose={onClose} />;
}
