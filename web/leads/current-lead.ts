import { Lead } from '#shared/leads/lead.ts';
import { currentIn } from '#web/lib/errors.ts';

/** Returns the current lead that a rejected stale edit carries; undefined for every other failure. */
export const currentLeadIn = (error: unknown): Lead | undefined => Lead.safeParse(currentIn(error)).data;
