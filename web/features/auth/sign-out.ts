import { auth } from '#shared/accounts/auth.ts';
import { send } from '#web/api/send.ts';
import { endSession } from '#web/session/session-store.ts';

/** Ends the session here at once, and on the server as soon as it responds. */
export function signOut(): void {
  // The call reads the token before it is deleted. An unreachable server doesn't keep anybody signed in here.
  void send(auth.logout, {}).catch(() => undefined);
  queueMicrotask(() => endSession('signed-out'));
}
