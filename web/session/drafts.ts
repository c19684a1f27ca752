import { clearDrafts, readJson, writePreference } from '#web/lib/preferences.ts';

/** How long typed text is stored after a session that ended by itself. */
const WAIT = 12 * 3_600_000;
const OWNER = 'lms:drafts-of';

/**
 * The author of the drafts in this browser, and since when they have waited for a sign-in. Without `since`
 * the author is signed in.
 */
type Owner = { id?: unknown; since?: unknown };

const owner = () => readJson(OWNER) as Owner | null | undefined;

const isOver = (since: unknown) =>
  since !== undefined && !(typeof since === 'number' && Math.abs(Date.now() - since) < WAIT);

/** Deletes the drafts when their author has signed out. */
export function dropDrafts(): void {
  clearDrafts();
  writePreference(OWNER, null);
}

/** Stores the drafts of a lost session until the same person signs in. */
export function leaveDrafts(id: string): void {
  writePreference(OWNER, JSON.stringify({ id, since: Date.now() }));
}

/**
 * Returns the drafts to the person who has signed in, if they are theirs and not too old. Otherwise deletes
 * them.
 */
export function claimDrafts(id: string): void {
  const left = owner();
  if (left?.id !== id || isOver(left.since)) clearDrafts();
  writePreference(OWNER, JSON.stringify({ id }));
}

/** Deletes drafts that have waited too long. */
export function dropOldDrafts(): void {
  if (isOver(owner()?.since)) dropDrafts();
}

/** Whether the last session of this browser was lost, even if another tab noticed it. */
export function areDraftsWaiting(): boolean {
  return owner()?.since !== undefined;
}
