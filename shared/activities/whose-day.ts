import { isRep } from '#shared/accounts/permissions.ts';
import type { Role } from '#shared/accounts/permissions.ts';

/** The follow-ups that a user looks at: their own, or those of everybody the user may see. */
export const WHOSE_DAYS = ['me', 'team'] as const;
export type WhoseDay = (typeof WHOSE_DAYS)[number];

/** The default view of a role. */
export const usualDay = (role: Role): WhoseDay => (isRep(role) ? 'me' : 'team');

/** The view of a user: somebody who sees nobody else's leads has no team to choose. */
export const whoseDayOf = (user: { leadVisibility: string; whoseDay: WhoseDay }): WhoseDay =>
  user.leadVisibility === 'own' ? 'me' : user.whoseDay;
