import { auth } from '#shared/accounts/auth.ts';
import { send } from '#web/api/send.ts';
import { currentSession, keepUser } from '#web/session/session-store.ts';

/** Applies changes to the user. An invalid token has already ended the session; an outage changes nothing. */
export async function checkCurrentUser(): Promise<void> {
  const { user: before } = currentSession();
  try {
    const { data } = await send(auth.me, {});
    // A response requested before the user changed something here only knows the old value.
    if (currentSession().user === before && before?.id === data.user.id) keepUser(data.user);
  } catch {
    // The page's own loading shows the failure.
  }
}
