import type { QueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '#shared/protocol/events.ts';
import { listenLive } from '#web/live/event-source.ts';
import type { DueReminders } from '#web/live/due-reminders.ts';
import { figuresFollow, shownIn } from '#web/api/cache/stale.ts';
import { tabName } from '#web/lib/tab.ts';
import { isClosed, readCalls } from '#web/live/kept-calls.ts';
import { readLeadsAhead } from '#web/live/leads-ahead.ts';
import { saySeen } from '#web/live/say-seen.ts';
import type { PhoneCalls } from '#web/live/phone-calls.ts';
import { createRefresher } from '#web/live/refresher.ts';
import { checkCurrentUser } from '#web/live/current-user.ts';

/**
 * Keeps the page in sync with the database, and loads what the pointer rests on. One tab of a browser listens
 * and passes changes to the others; when it closes, another takes over. Without Web Locks (plain http on
 * another machine) each tab listens for itself.
 */
export function followLive(
  queries: QueryClient,
  { due, calls }: { due: DueReminders; calls: PhoneCalls },
  userId: string,
): () => void {
  const name = `lms-live ${userId}`;
  const stop = new AbortController();
  const refresher = createRefresher(queries);
  const stopReading = readLeadsAhead(queries);
  void readCalls(calls);
  // So that the first act shows at once.
  void import('#web/api/cache/optimistic.ts').catch(() => undefined);
  const others = new BroadcastChannel(name);
  const hear = (event: LiveEvent) => {
    if (event.type === 'changed' && event.tab !== tabName()) refresher.changed(event);
    // Effects of the tab's own call that its response does not name.
    else if (event.type === 'changed' && event.kinds.includes('notifications'))
      figuresFollow(queries, { shownIn: shownIn(['notifications']) });
    if (event.type === 'missed') {
      // The server also ends the stream of a user whose rights have changed.
      void checkCurrentUser();
      refresher.changed('everything');
      void readCalls(calls);
    }
    if (event.type === 'phone_call') hearCall(calls, event, userId);
    if (event.type === 'due') {
      if (event.isPushed) saySeen(event.reminder.id);
      due.tell(event.reminder);
      refresher.changed({ kinds: ['reminders'], leads: [event.reminder.lead_id] });
    }
  };
  others.addEventListener('message', ({ data }: MessageEvent<LiveEvent>) => hear(data));
  const listen = (isLate: boolean) => {
    const stopped = new Promise<void>((resolve) => {
      stop.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    const heard = listenLive(
      (event) => {
        others.postMessage(event);
        hear(event);
      },
      { signal: stop.signal, isLate },
    );
    // Ends the turn at once, since a call never returns after its session has ended.
    return Promise.race([heard, stopped]);
  };
  const takeTurn = async () => {
    const isFree = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) await listen(false);
      return lock !== null;
    });
    if (!isFree) await navigator.locks.request(name, { signal: stop.signal }, async () => await listen(true));
  };
  // Stopping a tab that waits for its turn is not a failure.
  if (navigator.locks) takeTurn().catch(() => undefined);
  else void listen(false);
  return () => {
    stop.abort();
    others.close();
    refresher.stop();
    stopReading();
  };
}

/** A call that has ended is still told to its agent, who notes the outcome, and to a card that is open; a closed one never. */
function hearCall(calls: PhoneCalls, call: Extract<LiveEvent, { type: 'phone_call' }>, userId: string): void {
  if (isClosed(call.id)) return;
  const isOpen = calls.current().some(({ id }) => id === call.id);
  if (call.state !== 'ended' || isOpen || call.agent_id === userId) calls.tell(call);
}
