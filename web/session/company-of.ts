import type { SessionUser } from '#shared/auth.ts';

/** Whether somebody has not been placed in a client, and hence sees and writes nothing. */
export function isPlaceless({ client, seesAllClients }: SessionUser): boolean {
  return client === null && !seesAllClients;
}

/** Stands above every page of somebody who has not been placed. */
export const NO_COMPANY = 'Your account isn’t assigned to a client yet. Ask an administrator to assign you.';

/** The company of a user as the shell names it. */
export function companyOf(user: SessionUser): string {
  return user.client?.clientName ?? (isPlaceless(user) ? 'No company yet' : 'All clients');
}
