import type { Role } from '#shared/permissions.ts';

/** The follow-ups that a user looks at: the own ones, or those of everybody whom the user may see. */
export const WHOSE_DAYS = ['me', 'team'] as const;
export type WhoseDay = (typeof WHOSE_DAYS)[number];

/** The view of a user who has chosen none (behaviour 38). */
export const usualDay = (role: Role): WhoseDay => (role === 'salesrep' ? 'me' : 'team');
