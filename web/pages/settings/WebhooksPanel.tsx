import { Button } from '@mantine/core';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { WebhookList } from '#web/features/webhooks/WebhookList.tsx';
import type { WebhookPopup } from '#web/features/webhooks/webhook-popup.ts';
import { useListParams } from '#web/lib/hooks/useListParams.ts';
import { loadable } from '#web/lib/loadable.tsx';
import classes from '#web/ui/lists/Toolbar.module.css';

const WebhookPopups = loadable(
  async () => (await import('#web/features/webhooks/WebhookPopups.tsx')).WebhookPopups,
);

/** The webhooks, with their form and their deliveries. */
export function WebhooksPanel() {
  const [params, change] = useListParams();
  const [popup, setPopup] = useState<WebhookPopup>();
  return (
    <>
      <div className={classes.toolbar}>
        <Button
          variant="default"
          leftSection={<Plus size={15} aria-hidden="true" />}
          onClick={() => setPopup({ kind: 'add' })}
          aria-haspopup="dialog"
        >
          Add Webhook
        </Button>
      </div>
      <WebhookList page={params.page} onChange={change} onOpen={setPopup} />
      {popup && <WebhookPopups popup={popup} onOpen={setPopup} onClose={() => setPopup(undefined)} />}
    </>
  );
}
