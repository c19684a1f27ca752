import type { Webhook } from '#shared/company/webhooks.ts';
import { DeliveriesDialog } from '#web/features/webhooks/DeliveriesDialog.tsx';
import { WebhookDialog } from '#web/features/webhooks/WebhookDialog.tsx';
import type { OpenWebhookPopup, WebhookPopup } from '#web/features/webhooks/webhook-popup.ts';
import { ConnectionQuestion } from '#web/pickers/ConnectionQuestion.tsx';
import { ShowOnceDialog } from '#web/ui/dialogs/ShowOnceDialog.tsx';

type Props = { popup: WebhookPopup; onOpen: OpenWebhookPopup; onClose: () => void };

const textsOf = ({ url }: Webhook) => ({
  secret: `The next delivery to ${url} is signed with a new secret. Your program needs it to accept deliveries.`,
  'switch-off': `${url} gets no more deliveries, and pending ones are dropped.`,
  delete: `${url} gets no more deliveries, and its log of deliveries is deleted. This can’t be undone.`,
});

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
          text="Your program uses this secret to check that deliveries come from LMS. Copy it now, it is shown only once."
          secret={popup.secret}
          what="The secret"
          testId="webhook-secret"
          loss="The secret is shown only once. If you don’t copy it, you’ll have to replace it."
          onClose={onClose}
        />
      );
    default:
      return (
        <ConnectionQuestion
          what="webhook"
          id={popup.webhook.id}
          step={popup.kind}
          texts={textsOf(popup.webhook)}
          onClose={onClose}
          onReplaced={(secret) => show(secret, false)}
        />
      );
  }
}
