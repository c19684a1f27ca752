import { webhooks } from '#shared/webhooks.ts';
import type { Webhook } from '#shared/webhooks.ts';
import { useSend } from '#web/api/query.ts';
import { AskDialog } from '#web/ui/dialogs/AskDialog.tsx';
import { showSuccess } from '#web/ui/states/toast.ts';

const QUESTIONS = {
  secret: {
    title: 'Replace the secret?',
    text: (url: string) =>
      `The next delivery to ${url} is signed with a new secret. Your program needs it to accept deliveries.`,
    confirmLabel: 'Replace',
    isDangerous: false,
    failed: 'Failed to replace the secret',
  },
  'switch-off': {
    title: 'Switch the webhook off?',
    text: (url: string) => `${url} is told nothing more, and what waits is given up.`,
    confirmLabel: 'Switch Off',
    isDangerous: true,
    failed: 'Failed to switch the webhook off',
  },
  delete: {
    title: 'Delete the webhook?',
    text: (url: string) =>
      `${url} is told nothing more. Its deliveries are deleted, too. This cannot be undone.`,
    confirmLabel: 'Delete',
    isDangerous: true,
    failed: 'Failed to delete the webhook',
  },
} as const;

type Props = {
  kind: keyof typeof QUESTIONS;
  webhook: Webhook;
  onClose: () => void;
  onReplaced: (secret: string) => void;
};

/** Asks before a step that affects the receiving program. Closes after the response, even a failure. */
export function WebhookQuestion({ kind, webhook: { id, url }, onClose, onReplaced }: Props) {
  const update = useSend(webhooks.update);
  const remove = useSend(webhooks.remove);
  const replace = useSend(webhooks.replaceSecret);
  const { text, ...rest } = QUESTIONS[kind];
  const params = { id };
  const steps: Record<typeof kind, () => Promise<() => void>> = {
    secret: async () => {
      const { data } = await replace.mutateAsync({ params });
      return () => onReplaced(data.secret);
    },
    'switch-off': async () => {
      await update.mutateAsync({ params, body: { is_active: false } });
      return () => showSuccess('The webhook is off');
    },
    delete: async () => {
      await remove.mutateAsync({ params });
      return () => showSuccess('Webhook deleted');
    },
  };
  return (
    <AskDialog {...rest} text={text(url)} call={steps[kind]} done={(then) => then()} onClose={onClose} />
  );
}
