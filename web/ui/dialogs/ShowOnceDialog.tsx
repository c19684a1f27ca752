import { Button } from '@mantine/core';
import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { copyWithToast } from '#web/ui/states/copy-with-toast.ts';
import { Dialog } from './Dialog.tsx';
import form from '#web/ui/fields/Form.module.css';
import classes from './ShowOnceDialog.module.css';

type Props = {
  title: string;
  /** The text above the secret: how to use it. */
  text: string;
  /** The secret that is shown only this once, and the start of a sentence about it: 'The API key'. */
  secret: string;
  what: string;
  testId: string;
  /** The consequence of closing the dialog without a copy, in a sentence; undefined when nothing is lost. */
  loss: string | undefined;
  onClose: () => void;
  /** The note below the secret, for example how long it lasts. */
  note?: string;
  /** Shown before the buttons. */
  children?: ReactNode;
};

/**
 * Shows a secret that will never be shown again: a key or a link. Closing before it has been copied asks
 * first.
 */
export function ShowOnceDialog({ title, text, secret, what, testId, loss, onClose, note, children }: Props) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    const worked = await copyWithToast(secret, what);
    if (worked) setIsCopied(true);
    return worked;
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      isDirty={() => loss !== undefined && !isCopied}
      question={{ title: 'Close without copying?', text: loss ?? '', keep: 'Go back', leave: 'Close anyway' }}
    >
      <p className={classes.text}>{text}</p>
      <code className={classes.secret} data-testid={testId}>
        {secret}
      </code>
      {note && <p className={classes.note}>{note}</p>}
      {children}
      <div className={form.actions}>
        <Button
          variant="default"
          leftSection={<Copy size={15} aria-hidden="true" />}
          onClick={() => void copy()}
        >
          Copy
        </Button>
        <Button onClick={() => void copy().then((worked) => worked && onClose())} data-autofocus>
          Copy & Close
        </Button>
      </div>
    </Dialog>
  );
}
