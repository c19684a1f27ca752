import type { ComponentProps } from 'react';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { mayClose, sayOutcome } from '#web/ui/states/toast.ts';

type Props<Answer> = Omit<ComponentProps<typeof ConfirmDialog>, 'onCancel' | 'onConfirm'> & {
  call: () => Promise<Answer>;
  /** Says or shows what has happened, once the question is closed. */
  done: (answer: Answer) => void;
  /** The title of a failure. */
  failed: string;
  onClose: () => void;
};

/** Asks before a call. Closes after the response, even a failure, and at once without a connection. */
export function AskDialog<Answer>({ call, done, failed, onClose, ...question }: Props<Answer>) {
  const confirm = async () => {
    let then: (() => void) | undefined;
    const asking = sayOutcome(call(), { done: (answer) => void (then = () => done(answer)), failed });
    await mayClose(asking.then(() => true));
    onClose();
    await asking;
    then?.();
  };
  return <ConfirmDialog {...question} onCancel={onClose} onConfirm={confirm} />;
}
