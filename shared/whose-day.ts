import * as z from 'zod/mini';
import type { Role } from '#shared/permissions.ts';

/** The follow-ups that a user looks at: the own ones, or those of everybody whom the user may see. */
export const WhoseDay = z.enum(['me', 'team'], 'Choose me or team.');
export type WhoseDay = z.infer<typeof WhoseDay>;

/** The view of a user who has chosen none (behaviour 38). */
export const usualDay = (role: Role): WhoseDay => (role === 'salesrep' ? 'me' : 'team');
