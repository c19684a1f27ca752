import type { ClientMigration } from '#server/db/migrations/migration.ts';

/**
 * Titles of follow-ups that the server made of a name that is a number or an email: titles are not masked, so sales reps
 * who read contact details masked could read these in full.
 */
export const titlesWithoutContacts: ClientMigration = {
  name: '0045-titles-without-contacts',
  olderMayServe: true,
  sql: (s) => `
    UPDATE ${s}.reminders SET title = 'Follow up'
    WHERE is_automatic AND title ~ '^Follow up with .*(@|[0-9][ ().-]{0,2}([0-9][ ().-]{0,2}){6}[0-9])';
  `,
};
