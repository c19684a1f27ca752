import { DeliveriesDialog } from '#web/features/webhooks/DeliveriesDialog.tsx';
import { WebhookDialog } from '#web/features/webhooks/WebhookDialog.tsx';
import { WebhookQuestion } from '#web/features/webhooks/WebhookQuestion.tsx';
import type { OpenWebhookPopup, WebhookPopup } from '#web/features/webhooks/webhook-popup.ts';
import { ShowOnceDialog } from '#web/ui/dialogs/ShowOnceDialog.tsx';

type Props = { popup: WebhookPopup; onOpen: OpenWebhookPopup; onClose: () => void };

/** The popup that is open. */
export function WebhookPopups({ popup, onOpen, onClose }: Props) {
  const show = (secret: string, isNew: boolean) => onOpen({ kind: 'shown', secret, isNew });
  switch (popup.kind) {
    case 'add':
    case 'edit':
      return (
        <WebhookDialog
          webhook={popup.kind === 'edit' ? popup.webhook : undefined}
          onClose={onClose}
          onCreated={(secret) => show(secret, true)}
        />
      );
    case 'deliveries':
      return <DeliveriesDialog webhook={popup.webhook} onClose={onClose} />;
    case 'shown':
      return (
        <ShowOnceDialog
          title={popup.isNew ? 'Webhook Added' : 'Secret Replaced'}
          text="Your program proves with this secret that a delivery comes from here. Copy it now, it is shown only once."
          secret={popup.secret}
          what="The secret"
          testId="webhook-secret"
          loss="The secret is shown only once. If you don’t copy it, you’ll have to replace it."
          onClose={onClose}
        />
      );
    default:
      return <WebhookQuestion {...popup} onClose={onClose} onReplaced={(secret) => show(secret, false)} />;
  }
}
