import { sources } from '#shared/company/sources.ts';
import { webhooks } from '#shared/company/webhooks.ts';
import { useSend } from '#web/api/query.ts';
import { AskDialog } from '#web/ui/dialogs/AskDialog.tsx';
import { showSuccess } from '#web/ui/states/toast.ts';

type ConnectionStep = 'secret' | 'switch-off' | 'delete';

type Props = {
  what: 'source' | 'webhook';
  id: string;
  step: ConnectionStep;
  /** The consequence of each step for the program at the other end. */
  texts: Readonly<Record<ConnectionStep, string>>;
  onClose: () => void;
  onReplaced: (secret: string) => void;
};

/** Asks before a step that affects the program at the other end of a source or webhook. */
export function ConnectionQuestion({ what, id, step, texts, onClose, onReplaced }: Props) {
  const calls = what === 'source' ? sources : webhooks;
  const update = useSend(calls.update);
  const remove = useSend(calls.remove);
  const replace = useSend(calls.replaceSecret);
  const params = { id };
  const name = what === 'source' ? 'Source' : 'Webhook';
  const steps = {
    secret: {
      title: 'Replace the secret?',
      confirmLabel: 'Replace',
      failed: 'Failed to replace the secret',
      call: async () => {
        const { data } = await replace.mutateAsync({ params });
        return () => onReplaced(data.secret);
      },
    },
    'switch-off': {
      title: `Switch the ${what} off?`,
      confirmLabel: 'Switch Off',
      isDangerous: true,
      failed: `Failed to switch the ${what} off`,
      call: async () => {
        await update.mutateAsync({ params, body: { is_active: false } });
        return () => showSuccess(`${name} switched off`);
      },
    },
    delete: {
      title: `Delete the ${what}?`,
      confirmLabel: 'Delete',
      isDangerous: true,
      failed: `Failed to delete the ${what}`,
      call: async () => {
        await remove.mutateAsync({ params });
        return () => showSuccess(`${name} deleted`);
      },
    },
  };
  return <AskDialog {...steps[step]} text={texts[step]} done={(then) => then()} onClose={onClose} />;
}
