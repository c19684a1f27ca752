import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { NOT_A_WEBHOOK_URL, NO_EVENT, WEBHOOK_EVENTS, isWebhookUrl, webhooks } from '#shared/webhooks.ts';
import type { Webhook, WebhookEvent } from '#shared/webhooks.ts';
import { useSend } from '#web/api/query.ts';
import own from '#web/features/webhooks/Webhooks.module.css';
import { fieldMessages, messageOf } from '#web/lib/errors.ts';
import { ClientSelect } from '#web/pickers/ClientSelect.tsx';
import { useUser } from '#web/session/useSession.ts';
import { CheckBox } from '#web/ui/CheckBox.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { DialogCancel } from '#web/ui/DialogCancel.tsx';
import classes from '#web/ui/Form.module.css';
import { showFailure, showSuccess } from '#web/ui/toast.ts';

const EVENTS = Object.entries(WEBHOOK_EVENTS) as [WebhookEvent, string][];

type Problems = { url?: string | undefined; events?: string | undefined; client?: string | undefined };
type Props = {
  /** The webhook to change; undefined for a new one. */
  webhook: Webhook | undefined;
  onClose: () => void;
  onCreated: (secret: string) => void;
};

/** The address of a webhook and its events; of a new one the client, too, for users who see all. */
export function WebhookDialog({ webhook, onClose, onCreated }: Props) {
  const { seesAllClients } = useUser();
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhook?.events ?? []);
  const [clientId, setClientId] = useState<string | null>(null);
  const [problems, setProblems] = useState<Problems>({});
  const create = useSend(webhooks.create);
  const update = useSend(webhooks.update);
  const asksClient = seesAllClients && !webhook;
  const title = webhook ? 'Edit Webhook' : 'Add Webhook';

  const save = async () => {
    const body = { url: url.trim(), events: [...events] };
    if (webhook) {
      await update.mutateAsync({ params: { id: webhook.id }, body });
      showSuccess('Webhook saved');
      onClose();
      return;
    }
    const { data } = await create.mutateAsync({ query: clientId ? { clientId } : {}, body });
    onCreated(data.secret);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found: Problems = {
      ...(!isWebhookUrl(url.trim()) && { url: NOT_A_WEBHOOK_URL }),
      ...(events.length === 0 && { events: NO_EVENT }),
      ...(asksClient && !clientId && { client: 'Please select a client' }),
    };
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    try {
      await save();
    } catch (failure) {
      const wrong = fieldMessages(failure)['url'];
      setProblems({ url: wrong });
      if (!wrong) showFailure(messageOf(failure, 'Please try again.'), 'Failed to save the webhook');
    }
  };
  return (
    <Dialog
      title={title}
      description="Your program at this address is told when something happens here."
      onClose={onClose}
      isDirty={() => url !== (webhook?.url ?? '') || events.join() !== (webhook?.events ?? []).join()}
      isBusy={create.isPending || update.isPending}
    >
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate aria-label={title}>
        {asksClient && (
          <div className={classes.wide}>
            <ClientSelect value={clientId} onChange={setClientId} error={problems.client} required />
          </div>
        )}
        <TextInput
          className={classes.wide}
          label="Address"
          type="url"
          placeholder="https://example.com/lms"
          autoComplete="off"
          maxLength={500}
          required
          data-autofocus
          value={url}
          error={problems.url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <EventBoxes chosen={events} onChange={setEvents} error={problems.events} />
        <div className={classes.actions}>
          <DialogCancel />
          <Button type="submit" loading={create.isPending || update.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type EventBoxesProps = {
  chosen: readonly WebhookEvent[];
  onChange: (events: readonly WebhookEvent[]) => void;
  error: string | undefined;
};

function EventBoxes({ chosen, onChange, error }: EventBoxesProps) {
  const toggle = (event: WebhookEvent) =>
    onChange(EVENTS.map(([each]) => each).filter((each) => chosen.includes(each) !== (each === event)));
  return (
    <fieldset className={`${classes.wide} ${own.events}`} aria-describedby={error && 'webhook-events'}>
      <legend>Events</legend>
      <div className={classes.checks}>
        {EVENTS.map(([event, label]) => (
          <label key={event} className={classes.check}>
            <CheckBox checked={chosen.includes(event)} onChange={() => toggle(event)} />
            {label}
          </label>
        ))}
      </div>
      {error && (
        <p id="webhook-events" className={classes.mark} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
