import { phoneCalls } from '#shared/activities/phone-calls.ts';
import type { PhoneCall } from '#shared/activities/phone-calls.ts';
import { send } from '#web/api/send.ts';
import { cacheKey, readPreference, writePreference } from '#web/lib/preferences.ts';
import type { Owner } from '#web/lib/preferences.ts';
import type { PhoneCalls } from '#web/live/phone-calls.ts';
import { currentSession } from '#web/session/session-store.ts';

/** Calls that the browser keeps as closed. */
const MOST_CLOSED = 20;

const idsOf = (kind: 'open' | 'closed', user: Owner) =>
  readPreference(cacheKey(`${kind}-calls`, user))
    ?.split(' ')
    .filter(Boolean) ?? [];

/** Whether this browser has closed the card of a call, in any of its tabs. */
export function isClosed(id: string): boolean {
  const { user } = currentSession();
  return user !== undefined && idsOf('closed', user).includes(id);
}

/** Keeps the card of a call closed, in every tab of the browser. */
export function keepClosed(id: string, user: Owner): void {
  const ids = [id, ...idsOf('closed', user)].slice(0, MOST_CLOSED);
  writePreference(cacheKey('closed-calls', user), ids.join(' '));
}

/** Keeps the calls on the screen, for a reload before their outcome is noted. */
export function keepOpen(ids: string, user: Owner): void {
  writePreference(cacheKey('open-calls', user), ids || null);
}

/** Reads the calls that ring or run now, and those that were on the screen before a reload. */
export async function readCalls(calls: PhoneCalls): Promise<void> {
  const { user } = currentSession();
  if (!user) return;
  const kept = idsOf('open', user);
  if (!user.agentNumber && kept.length === 0) return;
  const nothing = () => undefined;
  const now = (await send(phoneCalls.current, {}).catch(nothing))?.data.calls ?? [];
  const others = kept.filter((id) => !now.some((call) => call.id === id));
  const read = await Promise.all(
    others.map((id) => send(phoneCalls.get, { params: { id } }).then(({ data }) => data, nothing)),
  );
  for (const call of [...read, ...now]) if (call && !isClosed(call.id)) calls.tell(eventOf(call));
}

const eventOf = ({ agent, leads, ...call }: PhoneCall) => ({
  ...call,
  leads: leads.map(({ id }) => id),
  agent_id: agent?.id ?? null,
});
