import type { ClientMigration } from '#server/db/migrations/migration.ts';

/**
 * Numbers are told apart without a separator too (98765 43210 98250 12345): `readPhones` reads again the phones
 * that have more digits than one number.
 */
export const undividedPhones: ClientMigration = {
  name: '0041-undivided-phones',
  olderMayServe: true,
  sql: (s) => `
    UPDATE ${s}.leads SET other_phones = NULL
    WHERE length(phone) > 15 AND length(regexp_replace(phone, '[^[:digit:]]', '', 'g')) > 15;
  `,
};
