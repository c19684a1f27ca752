import type { SessionUser } from '#shared/accounts/auth.ts';

/** Whether the user has not been assigned to a client, and so cannot see or write anything. */
export function isPlaceless({ client, seesAllClients }: SessionUser): boolean {
  return client === null && !seesAllClients;
}

/** Shown above every page of a user without a client. */
export const NO_COMPANY = 'Your account isn’t assigned to a client yet. Ask an administrator to assign you.';

/** The user's company as the shell names it. */
export function companyOf(user: SessionUser): string {
  return user.client?.clientName ?? (isPlaceless(user) ? 'No company yet' : 'All clients');
}
