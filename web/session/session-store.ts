import type { SessionUser } from '#shared/accounts/auth.ts';
import { forgetDay, forgetKept } from '#web/lib/kept-database.ts';
import { clearCaches, readPreference, writePreference } from '#web/lib/preferences.ts';
import {
  areDraftsWaiting,
  claimDrafts,
  dropDrafts,
  dropOldDrafts,
  leaveDrafts,
} from '#web/session/drafts.ts';
import { beginSessionLife } from '#web/lib/session-life.ts';
import { userIn } from '#web/session/stored-user.ts';

/** How the last session of this page ended: the user signed out, or a token became invalid. */
export type SessionEnd = 'signed-out' | 'lost';
export type Session = {
  user: SessionUser | undefined;
  ended: SessionEnd | undefined;
  /** The id of the user whose session last ended here. */
  former?: string;
  /** The server has just confirmed who this is. */
  isNew?: true;
};

const TOKEN = 'accessToken';
const USER = 'user';
const ISSUED = 'accessTokenIssuedAt';

let session: Session = { user: storedUser(), ended: undefined };
const listeners = new Set<() => void>();
dropOldDrafts();
if (!session.user && !areDraftsWaiting()) forgetKept();

function storedUser(): SessionUser | undefined {
  const text = readPreference(USER);
  return text && readPreference(TOKEN) ? userIn(text) : undefined;
}

/** The identity of a session. When it changes, caches, streams and timers are not carried over. */
export function sessionKey({ id, clientId, role }: SessionUser): string {
  return `${id} ${clientId} ${role.name}`;
}

function publish(next: Session): void {
  const { user: former } = session;
  session = { ...next, ...(former && { former: former.id }) };
  if (next.user) {
    if (next.user.id !== former?.id) claimDrafts(next.user.id);
  } else if (next.ended === 'lost') {
    if (former) leaveDrafts(former.id);
  } else dropDrafts();
  if (former && (!next.user || sessionKey(next.user) !== sessionKey(former))) {
    clearCaches();
    if (next.ended === 'lost') forgetDay();
    else forgetKept();
    beginSessionLife();
  }
  for (const listener of listeners) listener();
}

export function currentSession(): Session {
  return session;
}

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function accessToken(): string | null {
  return readPreference(TOKEN);
}

/** When this browser received the token, in milliseconds since 1970; 0 when unknown. */
export function tokenIssuedAt(): number {
  return Number(readPreference(ISSUED) ?? 0);
}

export function startSession(user: SessionUser, token: string): void {
  keepToken(token);
  keepUser(user, { isNew: true });
}

export function keepToken(token: string): void {
  writePreference(TOKEN, token);
  writePreference(ISSUED, String(Date.now()));
}

export function keepUser(user: SessionUser, more: Pick<Session, 'isNew'> = {}): void {
  const text = JSON.stringify(user);
  if (session.user && readPreference(USER) === text) return;
  writePreference(USER, text);
  publish({ user, ended: undefined, ...more });
}

/** Deletes token and user. The other tabs of this browser follow through the storage event. */
export function endSession(ended: SessionEnd): void {
  // Runs before the token is deleted, so that the other tabs know why.
  if (ended === 'lost' && session.user) leaveDrafts(session.user.id);
  writePreference(TOKEN, null);
  writePreference(USER, null);
  writePreference(ISSUED, null);
  if (session.user) publish({ user: undefined, ended });
}

/** Follows sign-in and sign-out in other tabs. */
export function followOtherTabs(): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key !== null && event.key !== TOKEN && event.key !== USER) return;
    const user = storedUser();
    if (!user && session.user)
      publish({ user: undefined, ended: areDraftsWaiting() ? 'lost' : 'signed-out' });
    if (user && JSON.stringify(user) !== JSON.stringify(session.user)) publish({ user, ended: undefined });
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}
