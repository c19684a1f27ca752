import type { OpenCall } from '#web/live/phone-calls.ts';

/** Milliseconds before a form was opened in which the call that it is about may have ended. */
const JUST_ENDED = 5 * 60_000;

type Form = { agent: string; lead: string; openedAt: number };

/**
 * The call of a telephone system that a form is about: the user's own one with the lead that runs, or has ended since the
 * form was opened or just before. Nobody has spoken in a missed call, or in one that still rings for the user.
 */
export function callOfForm(
  calls: readonly OpenCall[],
  { agent, lead, openedAt }: Form,
): OpenCall | undefined {
  return calls.find(({ agent_id, leads, state, direction, is_missed, ended_at }) => {
    if (agent_id !== agent || !leads.includes(lead) || is_missed) return false;
    if (state === 'ended') return Date.parse(ended_at ?? '') > openedAt - JUST_ENDED;
    return state === 'answered' || direction === 'outbound';
  });
}
