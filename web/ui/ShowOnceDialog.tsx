import { Button } from '@mantine/core';
import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { copyWithToast } from '#web/ui/copy-with-toast.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import form from '#web/ui/Form.module.css';
import classes from '#web/ui/ShowOnceDialog.module.css';

type Props = {
  title: string;
  /** What to do with it, before it. */
  text: string;
  /** What is shown this once, and how a sentence about it begins: 'The API key'. */
  secret: string;
  what: string;
  testId: string;
  /** What it means to close without a copy; undefined when nothing is lost. */
  loss: string | undefined;
  onClose: () => void;
  /** Below the secret, such as how long it lasts. */
  note?: string;
  /** Before the buttons. */
  children?: ReactNode;
};

/** Something that nobody will be shown again: a key, a link. Closing before it has been copied asks first. */
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
      question={{ title: 'Close without copying?', text: loss ?? '', keep: 'Go back', leave: 'Close' }}
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
