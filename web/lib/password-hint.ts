import { installation } from '#web/lib/installation.ts';

/** What a new password must have, and what makes a good one. */
export const PASSWORD_HINT = `At least ${installation.passwordLength} characters. Long is strong: several words are easy to remember.`;
