import KeyRound from 'lucide-react/icons/key-round';
import ListChecks from 'lucide-react/icons/list-checks';
import PencilLine from 'lucide-react/icons/pencil-line';
import Power from 'lucide-react/icons/power';
import Send from 'lucide-react/icons/send';
import Trash2 from 'lucide-react/icons/trash-2';
import { webhooks } from '#shared/company/webhooks.ts';
import type { Webhook } from '#shared/company/webhooks.ts';
import { useSend } from '#web/api/query.ts';
import type { OpenWebhookPopup, WebhookPopup } from '#web/features/webhooks/webhook-popup.ts';
import { sayOutcome, showSuccess } from '#web/ui/states/toast.ts';
import { RowMenu } from '#web/ui/lists/RowMenu.tsx';

type Props = { webhook: Webhook; onOpen: OpenWebhookPopup };
type Kind = Extract<WebhookPopup, { webhook: Webhook }>['kind'];

/** The actions on a webhook. */
export function WebhookMenu({ webhook, onOpen }: Props) {
  const test = useSend(webhooks.test);
  const update = useSend(webhooks.update);
  const { id, url, is_active: isActive } = webhook;
  const open = (kind: Kind) => () => onOpen({ kind, webhook });
  const sendTest = () =>
    void sayOutcome(test.mutateAsync({ params: { id } }), {
      done: open('deliveries'),
      failed: 'Failed to send the test',
    });
  const switchOn = () =>
    void sayOutcome(update.mutateAsync({ params: { id }, body: { is_active: true } }), {
      done: () => showSuccess('Webhook switched on'),
      failed: 'Failed to switch the webhook on',
    });
  return (
    <RowMenu
      name={url}
      isBusy={test.isPending || update.isPending}
      actions={[
        { label: 'Deliveries', icon: ListChecks, onClick: open('deliveries') },
        isActive && { label: 'Send Test', icon: Send, onClick: sendTest },
        { label: 'Edit', icon: PencilLine, onClick: open('edit') },
        { label: 'Replace Secret', icon: KeyRound, onClick: open('secret') },
        isActive
          ? { label: 'Switch Off', icon: Power, onClick: open('switch-off') }
          : { label: 'Switch On', icon: Power, onClick: switchOn },
        { label: 'Delete', icon: Trash2, onClick: open('delete'), isDangerous: true },
      ]}
    />
  );
}
