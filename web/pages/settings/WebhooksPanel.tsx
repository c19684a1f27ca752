import { WebhookList } from '#web/features/webhooks/WebhookList.tsx';
import { loadable } from '#web/lib/loadable.tsx';
import { AddingPanel } from '#web/pages/settings/AddingPanel.tsx';

const WebhookPopups = loadable(
  async () => (await import('#web/features/webhooks/WebhookPopups.tsx')).WebhookPopups,
);

/** The webhooks, with their form and their deliveries. */
export function WebhooksPanel() {
  return <AddingPanel label="Add Webhook" List={WebhookList} Popups={WebhookPopups} />;
}
