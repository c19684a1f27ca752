import { installation } from '#web/lib/installation.ts';

/** The rule for a new password, and a recommendation. */
export const PASSWORD_HINT = `At least ${installation.passwordLength} characters. Long is strong: several words are easy to remember.`;
