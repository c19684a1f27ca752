import { Button } from '@mantine/core';
import Copy from 'lucide-react/icons/copy';
import { HONEYPOT, publicLeads } from '#shared/leads/public-leads.ts';
import classes from '#web/features/api-keys/ApiKeys.module.css';
import { copyWithToast } from '#web/ui/states/copy-with-toast.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { ShowOnceDialog } from '#web/ui/dialogs/ShowOnceDialog.tsx';
import shown from '#web/ui/dialogs/ShowOnceDialog.module.css';

type Props = { kind: 'created' | 'rotated'; apiKey: string; onClose: () => void };

/** Shows a new key, only this once, and the form that uses it. */
export function NewKeyDialog({ kind, apiKey, onClose }: Props) {
  const once = 'Copy the key now, it is shown only once.';
  return (
    <ShowOnceDialog
      title={kind === 'created' ? 'API Key Created Successfully!' : 'API Key Rotated Successfully!'}
      text={kind === 'rotated' ? `The old key is no longer valid. ${once}` : once}
      secret={apiKey}
      what="The API key"
      testId="api-key"
      loss="The API key is shown only once. If you don’t copy it, you’ll have to rotate it."
      onClose={onClose}
    >
      <p className={shown.text}>Or copy a form that already contains it:</p>
      <Snippet apiKey={apiKey} />
    </ShowOnceDialog>
  );
}

/** Shows the form without a key, for users who already have one. */
export function SnippetDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Form for your website" onClose={onClose}>
      <p className={shown.text}>
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
      <pre className={`${shown.secret} ${classes.snippet}`} tabIndex={0} aria-label="Form snippet">
        {snippet}
      </pre>
      <Button
        mt={8}
        size="xs"
        variant="default"
        leftSection={<Copy size={14} aria-hidden="true" />}
        onClick={() => void copyWithToast(snippet, 'The form')}
      >
        Copy form
      </Button>
    </>
  );
}

/** The HTML of a website's form, with the script that sends a lead to this installation. */
function formSnippet(apiKey: string, origin: string): string {
  return `<form id="lead-form">
  <input name="name" placeholder="Name" required>
  <input name="email" type="email" placeholder="Email">
  <input name="phone" type="tel" placeholder="Phone">
  <textarea name="message" placeholder="How can we help?"></textarea>
  <!-- People do not see this field; robots fill it in. -->
  <input name="${HONEYPOT}" tabindex="-1" autocomplete="off" aria-hidden="true" style="position:absolute;left:-9999px">
  <button>Send</button>
  <p role="status"></p>
</form>
<script>
  document.getElementById('lead-form').addEventListener('submit', async (event) => {
    event.preventDefault();
    const form = event.target;
    const status = form.querySelector('[role=status]');
    try {
      const response = await fetch('${origin}/api${publicLeads.create.path}', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-API-Key': '${apiKey}' },
        body: JSON.stringify({ ...Object.fromEntries(new FormData(form)), source: 'website' }),
      });
      const { success, message } = await response.json();
      status.textContent = message;
      if (success) form.reset();
    } catch {
      status.textContent = 'This did not work. Please try again.';
    }
  });
</script>`;
}
