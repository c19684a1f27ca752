import { sources } from '#shared/sources.ts';
import type { Source } from '#shared/sources.ts';
import { useSend } from '#web/api/query.ts';
import { AskDialog } from '#web/ui/dialogs/AskDialog.tsx';
import { showSuccess } from '#web/ui/states/toast.ts';

const QUESTIONS = {
  secret: {
    title: 'Replace the secret?',
    text: (name: string) => `${name} can’t deliver leads until you enter the new secret or address there.`,
    confirmLabel: 'Replace',
    isDangerous: false,
    failed: 'Failed to replace the secret',
  },
  'switch-off': {
    title: 'Switch the source off?',
    text: (name: string) => `Deliveries of ${name} are refused and logged. You can retry them from the log.`,
    confirmLabel: 'Switch Off',
    isDangerous: true,
    failed: 'Failed to switch the source off',
  },
  delete: {
    title: 'Delete the source?',
    text: (name: string) =>
      `${name} stops delivering leads and its delivery log is deleted. Its leads stay. This can’t be undone.`,
    confirmLabel: 'Delete',
    isDangerous: true,
    failed: 'Failed to delete the source',
  },
} as const;

type Props = {
  kind: keyof typeof QUESTIONS;
  source: Source;
  onClose: () => void;
  onReplaced: (secret: string) => void;
};

/** Asks before a step that affects the portal. Closes after the response, even a failure. */
export function SourceQuestion({ kind, source: { id, name }, onClose, onReplaced }: Props) {
  const update = useSend(sources.update);
  const remove = useSend(sources.remove);
  const replace = useSend(sources.replaceSecret);
  const { text, ...rest } = QUESTIONS[kind];
  const params = { id };
  const steps: Record<typeof kind, () => Promise<() => void>> = {
    secret: async () => {
      const { data } = await replace.mutateAsync({ params });
      return () => onReplaced(data.secret);
    },
    'switch-off': async () => {
      await update.mutateAsync({ params, body: { is_active: false } });
      return () => showSuccess('The source is off');
    },
    delete: async () => {
      await remove.mutateAsync({ params });
      return () => showSuccess('Source deleted');
    },
  };
  return (
    <AskDialog {...rest} text={text(name)} call={steps[kind]} done={(then) => then()} onClose={onClose} />
  );
}
