import { auth } from '#shared/auth.ts';
import { send } from '#web/api/send.ts';
import { startSession } from '#web/session/session-store.ts';

export type Credentials = { email: string; password: string };

/** Starts a session. Throws ApiError when the server rejects it. */
export async function signIn(body: Credentials): Promise<void> {
  const { data } = await send(auth.login, { body });
  startSession(data.user, data.accessToken);
}
