import type { PhoneCall, PhoneCallLead } from '#shared/activities/phone-calls.ts';
import { holderOf } from '#web/live/phone-calls.ts';
import type { OpenCall } from '#web/live/phone-calls.ts';

const TAKEN = 'A colleague took this call.';

/** The parts of a call's answer that decide. */
type Read = Pick<PhoneCall, 'lead_id' | 'is_missed'> & {
  leads: Pick<PhoneCallLead, 'id' | 'name' | 'assigned_to'>[];
};

/** Why a card closes by itself: '' without a word, undefined to stay. */
export function farewellOf(
  told: OpenCall,
  call: Read | undefined,
  me: string,
  isGone: boolean,
): string | undefined {
  const { agent_id, formerAgent, state, is_missed, turn } = told;
  const holder = holderOf(agent_id, me);
  if (holder === 'me') return undefined;
  const wasMine = formerAgent === me;
  if (isGone) return wasMine || turn > 1 ? TAKEN : '';
  if (!call) return undefined;
  const own = call.leads.filter(({ assigned_to }) => assigned_to === me);
  if (is_missed) {
    // An answer from before the end does not know which lead has the follow-up.
    if (!call.is_missed) return undefined;
    const planned = own.find(({ id }) => id === call.lead_id);
    return planned ? `Missed call from ${planned.name}. “Call back” is in your follow-ups.` : '';
  }
  if (state === 'ended') return '';
  return holder === 'colleague' && (wasMine || own.length === 0) ? TAKEN : undefined;
}
