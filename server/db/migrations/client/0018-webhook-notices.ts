import type { ClientMigration } from '#server/db/migrations/migration.ts';

/**
 * Notifies admins when the server has switched off a webhook; deleting the webhook deletes the notification.
 */
export const webhookNotices: ClientMigration = {
  name: '0018-webhook-notices',
  sql: (s) => `
    ALTER TABLE ${s}.notifications ADD COLUMN webhook_id uuid REFERENCES ${s}.webhooks ON DELETE CASCADE,
      DROP CONSTRAINT notifications_kind_check,
      ADD CONSTRAINT notifications_kind_check CHECK (kind IN ('due', 'assigned', 'enquiry', 'import', 'webhook'));
    CREATE INDEX notifications_webhook ON ${s}.notifications (webhook_id) WHERE webhook_id IS NOT NULL;
  `,
};
