import { dayOf } from '#shared/values/dates.ts';
import { isAdmin } from '#shared/accounts/permissions.ts';
import type { Role } from '#shared/accounts/permissions.ts';
import type { FactorRule } from '#shared/accounts/second-factor.ts';

let superadminsNeedOne = false;

/** Requires a second factor of superadmins, as the operator has set: once, before the first request. */
export function requireOfSuperadmins(isRequired: boolean): void {
  superadminsNeedOne = isRequired;
}

type Rules = { who: FactorRule | null; from: string | null; timeZone: string | null };

/** Whether a user needs a second factor today, by the rules of the client or of the operator. */
export function needsSecondFactor(role: Role, { who, from, timeZone }: Rules): boolean {
  if (role === 'superadmin' && superadminsNeedOne) return true;
  const isIncluded = who === 'everyone' || (who === 'admins' && isAdmin(role));
  return isIncluded && (from === null || from <= dayOf(new Date(), timeZone ?? 'UTC'));
}
