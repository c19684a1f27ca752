import { ACCESS_TOKEN_MINUTES, auth } from '#shared/accounts/auth.ts';
import { apiAddress } from '#web/api/address.ts';
import { answerOf } from '#web/api/answer.ts';
import { sessionLife } from '#web/lib/session-life.ts';
import {
  accessToken,
  currentSession,
  endSession,
  keepToken,
  tokenIssuedAt,
} from '#web/session/session-store.ts';

const TIMEOUT = 10_000;
/** Tokens are replaced before use once this share of their lifetime has passed. */
const REFRESH_AT = 0.8;

let running: Promise<void> | undefined;

/** The share of the token's lifetime that has passed: 0 is new, 1 is expired. */
function tokenAge(): number {
  return Math.max(0, Date.now() - tokenIssuedAt()) / (ACCESS_TOKEN_MINUTES * 60_000);
}

/**
 * Returns a valid token; undefined when signed out. A token close to expiry is replaced in the background, an
 * expired one before the call. Throws ApiError when an expired token cannot be replaced now (an outage ends
 * no session).
 */
export async function livingToken(): Promise<string | undefined> {
  if (!accessToken()) return undefined;
  const age = tokenAge();
  if (age >= 1) await refreshToken();
  else if (age >= REFRESH_AT) void refreshToken().catch(() => undefined);
  return accessToken() ?? undefined;
}

/** Replaces a token that is due, in only one tab of this browser at a time. */
function refreshToken(): Promise<void> {
  running ??= exclusively(refreshWhenDue).finally(() => {
    running = undefined;
  });
  return running;
}

function exclusively(work: () => Promise<void>): Promise<void> {
  // Web Locks need a secure origin. On a plain LAN address each tab refreshes on its own, and the server
  // tolerates the race.
  return navigator.locks ? navigator.locks.request('lms-refresh', work) : work();
}

async function refreshWhenDue(): Promise<void> {
  // Another tab may have replaced the token while this one waited.
  if (!accessToken() || tokenAge() < REFRESH_AT) return;
  const { method, path } = auth.refresh;
  const life = sessionLife();
  try {
    const response = await fetch(apiAddress(path), {
      method,
      credentials: 'include',
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT), life]),
    });
    const { data } = await answerOf<{ accessToken: string }>(response);
    if (!life.aborted && currentSession().user) keepToken(data.accessToken);
  } catch (error) {
    if (!life.aborted && (error as { status?: number }).status === 401) endSession('lost');
    throw error;
  }
}

/** Keeps the token fresh while the page is open, even after the machine has slept. */
export function keepTokenFresh(): () => void {
  const refresh = () => {
    if (accessToken() && tokenAge() >= REFRESH_AT) void refreshToken().catch(() => undefined);
  };
  const onVisible = () => document.visibilityState === 'visible' && refresh();
  const timer = setInterval(refresh, 30_000);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onVisible);
  };
}
