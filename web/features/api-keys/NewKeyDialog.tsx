import { Button } from '@mantine/core';
import Copy from 'lucide-react/icons/copy';
import classes from '#web/features/api-keys/ApiKeys.module.css';
import { formSnippet } from '#web/features/api-keys/form-snippet.ts';
import { copyText } from '#web/lib/copy-text.ts';
import form from '#web/ui/Form.module.css';
import { Dialog } from '#web/ui/Dialog.tsx';
import { showFailure, showSuccess } from '#web/ui/toast.ts';

const UNSAVED = {
  title: 'Close without copying?',
  text: 'The API key is shown only once. Without a copy you will have to rotate it.',
  keep: 'Go back',
  leave: 'Close',
};

async function copy(text: string, what: string): Promise<boolean> {
  const isCopied = await copyText(text);
  if (isCopied) showSuccess(`${what} is on your clipboard.`, 'Copied!');
  else showFailure('Please select the text and copy it yourself.', 'Copying did not work');
  return isCopied;
}

type Props = { kind: 'created' | 'rotated'; apiKey: string; onClose: () => void };

/** A new key, this once, and the form that uses it. */
export function NewKeyDialog({ kind, apiKey, onClose }: Props) {
  return (
    <Dialog
      title={kind === 'created' ? 'API Key Created Successfully!' : 'API Key Rotated Successfully!'}
      onClose={onClose}
      isDirty={() => true}
      question={UNSAVED}
    >
      <p className={classes.text}>
        {kind === 'rotated' && 'The old key is no longer valid. '}
        Copy the key now, it is shown only once.
      </p>
      <code className={classes.key} data-testid="api-key">
        {apiKey}
      </code>
      <p className={classes.text}>Or copy a form that sends leads with it:</p>
      <Snippet apiKey={apiKey} />
      <div className={form.actions}>
        <Button
          variant="default"
          leftSection={<Copy size={15} aria-hidden="true" />}
          onClick={() => void copy(apiKey, 'The API key')}
        >
          Copy
        </Button>
        <Button
          onClick={() => void copy(apiKey, 'The API key').then((isCopied) => isCopied && onClose())}
          data-autofocus
        >
          Copy & Close
        </Button>
      </div>
    </Dialog>
  );
}

/** The form without a key, for who has it already. */
export function SnippetDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Form for your website" onClose={onClose}>
      <p className={classes.text}>
        Paste this into a page of an allowed origin and put your API key in place of YOUR_API_KEY.
      </p>
      <Snippet apiKey="YOUR_API_KEY" />
    </Dialog>
  );
}

function Snippet({ apiKey }: { apiKey: string }) {
  const snippet = formSnippet(apiKey, location.origin);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and keys must be able to */}
      <pre className={classes.snippet} tabIndex={0} aria-label="Form snippet">
        {snippet}
      </pre>
      <Button
        mt={8}
        size="xs"
        variant="default"
        leftSection={<Copy size={14} aria-hidden="true" />}
        onClick={() => void copy(snippet, 'The form')}
      >
        Copy form
      </Button>
    </>
  );
}
