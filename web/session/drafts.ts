import { clearDrafts, readJson, writePreference } from '#web/lib/preferences.ts';

/** How long typed text waits for its writer after a session that ended by itself. */
const WAIT = 12 * 3_600_000;
const OWNER = 'lms:drafts-of';

/** The writer of the drafts in this browser, and since when these wait for a sign-in; without `since` the writer is signed in. */
type Owner = { id?: unknown; since?: unknown };

const owner = () => readJson(OWNER) as Owner | null | undefined;

const isOver = (since: unknown) =>
  since !== undefined && !(typeof since === 'number' && Math.abs(Date.now() - since) < WAIT);

/** Deletes the drafts: their writer has signed out. */
export function dropDrafts(): void {
  clearDrafts();
  writePreference(OWNER, null);
}

/** Keeps the drafts of a session that was lost until the same person signs in. */
export function leaveDrafts(id: string): void {
  writePreference(OWNER, JSON.stringify({ id, since: Date.now() }));
}

/** Gives the drafts to the person who has signed in when they are theirs and not too old; deletes them otherwise. */
export function claimDrafts(id: string): void {
  const left = owner();
  if (left?.id !== id || isOver(left.since)) clearDrafts();
  writePreference(OWNER, JSON.stringify({ id }));
}

/** Deletes drafts that have waited too long. */
export function dropOldDrafts(): void {
  if (isOver(owner()?.since)) dropDrafts();
}

/** Whether the last session of this browser was lost, also when another tab has noticed. */
export function areDraftsWaiting(): boolean {
  return owner()?.since !== undefined;
}
