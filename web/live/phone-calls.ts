import { createContext, use, useSyncExternalStore } from 'react';
import type { LiveEvent } from '#shared/protocol/events.ts';
import { createStore } from '#web/lib/store.ts';

type Told = Omit<Extract<LiveEvent, { type: 'phone_call' }>, 'type'>;
/** A call as it was last told of. `turn` counts how often; `formerAgent` had it before. */
export type OpenCall = Told & { turn: number; formerAgent: string | null };

/** The holder of a call: the user, a colleague, or undefined as long as the telephone system names nobody. */
export function holderOf(agentId: string | null, me: string): 'me' | 'colleague' | undefined {
  if (agentId === null) return undefined;
  return agentId === me ? 'me' : 'colleague';
}

/** Calls that the page was told of, latest first, until their cards close. */
export type PhoneCalls = {
  subscribe: (listener: () => void) => () => void;
  current: () => readonly OpenCall[];
  tell: (event: Told) => void;
  dismiss: (id: string) => void;
};

/** Created by a session, and discarded with it. */
export function createPhoneCalls(): PhoneCalls {
  const { subscribe, current, set } = createStore<readonly OpenCall[]>([]);
  return {
    subscribe,
    current,
    tell: (event) => {
      const open = current();
      const before = open.find(({ id }) => id === event.id);
      const next = { ...event, turn: (before?.turn ?? 0) + 1, formerAgent: before?.agent_id ?? null };
      set(before ? open.map((one) => (one === before ? next : one)) : [next, ...open]);
    },
    dismiss: (id) => set(current().filter((one) => one.id !== id)),
  };
}

export const PhoneCallsContext = createContext<PhoneCalls | undefined>(undefined);

/** The session's calls. Throws outside SessionProvider. */
export function usePhoneCalls(): { calls: readonly OpenCall[]; dismiss: (id: string) => void } {
  const store = use(PhoneCallsContext);
  if (!store) throw new Error('Phone calls are for signed-in pages only.');
  return { calls: useSyncExternalStore(store.subscribe, store.current), dismiss: store.dismiss };
}
