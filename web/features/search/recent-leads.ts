import { useEffect } from 'react';
import { cacheKey, readJson, writePreference } from '#web/lib/preferences.ts';
import type { Owner } from '#web/lib/preferences.ts';
import { useUser } from '#web/session/useSession.ts';

/** A lead as the list of the leads opened last shows it. */
export type RecentLead = { id: string; name: string };

const MOST = 6;

const isRecent = (value: unknown): value is RecentLead =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'name' in value &&
  typeof value.name === 'string';

/** The leads that this user has opened last in this browser, the latest first; they go with the session. */
export function recentLeads(user: Owner): RecentLead[] {
  const stored = readJson(cacheKey('recent-leads', user));
  return Array.isArray(stored) ? stored.filter(isRecent) : [];
}

/** Puts a lead at the top of the leads opened last. */
function rememberRecent(user: Owner, lead: RecentLead): void {
  const others = recentLeads(user).filter(({ id }) => id !== lead.id);
  store(user, [{ id: lead.id, name: lead.name }, ...others].slice(0, MOST));
}

/** Takes a lead that is no more out of the leads opened last. */
function forgetRecent(user: Owner, leadId: string): void {
  store(
    user,
    recentLeads(user).filter(({ id }) => id !== leadId),
  );
}

/**
 * Remembers a lead that has been opened, and forgets one that turned out to be gone: for the page of a lead. `found` is
 * undefined while the lead is on its way, and null when there is none.
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
