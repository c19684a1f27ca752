import { useEffect } from 'react';
import { cacheKey, readJson, writePreference } from '#web/lib/preferences.ts';
import type { Owner } from '#web/lib/preferences.ts';
import { useUser } from '#web/session/useSession.ts';

/** A recently opened lead, as its list shows it. */
export type RecentLead = { id: string; name: string };

const MOST = 6;

const isRecent = (value: unknown): value is RecentLead =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'name' in value &&
  typeof value.name === 'string';

/**
 * The leads that this user has recently opened in this browser, latest first. Deleted when the session ends.
 */
export function recentLeads(user: Owner): RecentLead[] {
  const stored = readJson(cacheKey('recent-leads', user));
  return Array.isArray(stored) ? stored.filter(isRecent) : [];
}

/** Puts a lead at the top of the recently opened leads. */
function rememberRecent(user: Owner, lead: RecentLead): void {
  const others = recentLeads(user).filter(({ id }) => id !== lead.id);
  store(user, [{ id: lead.id, name: lead.name }, ...others].slice(0, MOST));
}

/** Removes a lead that no longer exists from the recently opened leads. */
function forgetRecent(user: Owner, leadId: string): void {
  store(
    user,
    recentLeads(user).filter(({ id }) => id !== leadId),
  );
}

/**
 * For the page of a lead: remembers the opened lead, and forgets it if it no longer exists. `found` is
 * undefined while the lead loads, and null when there is none.
 */
export function useRecentLead(leadId: string, found: RecentLead | null | undefined): void {
  const user = useUser();
  const name = found?.name;
  useEffect(() => {
    if (name !== undefined) rememberRecent(user, { id: leadId, name });
    else if (found === null) forgetRecent(user, leadId);
  }, [user, leadId, name, found]);
}

const store = (user: Owner, leads: RecentLead[]) =>
  writePreference(cacheKey('recent-leads', user), JSON.stringify(leads));
