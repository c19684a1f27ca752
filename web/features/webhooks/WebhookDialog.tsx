import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { NOT_A_WEBHOOK_URL, NO_EVENT, WEBHOOK_EVENTS, isWebhookUrl, webhooks } from '#shared/webhooks.ts';
import type { Webhook, WebhookEvent } from '#shared/webhooks.ts';
import { useSend } from '#web/api/query.ts';
import own from '#web/features/webhooks/Webhooks.module.css';
import { fieldMessages, messageOf } from '#web/lib/errors.ts';
import { useEditConflict } from '#web/lib/forms/useEditConflict.ts';
import type { FieldValue } from '#web/lib/forms/useEditConflict.ts';
import { ClientSelect } from '#web/pickers/ClientSelect.tsx';
import { useUser } from '#web/session/useSession.ts';
import { CheckBox } from '#web/ui/fields/CheckBox.tsx';
import { ConflictNotice } from '#web/ui/dialogs/ConflictNotice.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { DialogCancel } from '#web/ui/dialogs/DialogCancel.tsx';
import classes from '#web/ui/fields/Form.module.css';
import { showFailure, showSuccess } from '#web/ui/states/toast.ts';

const EVENTS = Object.entries(WEBHOOK_EVENTS) as [WebhookEvent, string][];

type Values = Pick<Webhook, 'url' | 'events'>;
const NEW: Values & { version?: string } = { url: '', events: [] };
const valuesOf = ({ url, events }: Values): Values => ({ url, events });
/** The text of a value: an address unchanged, events as their labels. */
const words = (_: string, value: FieldValue) =>
  Array.isArray(value)
    ? value.map((event) => WEBHOOK_EVENTS[event as WebhookEvent]).join(', ')
    : String(value);

type Problems = { url?: string | undefined; events?: string | undefined; client?: string | undefined };
type Props = {
  /** The webhook to edit; undefined for a new one. */
  webhook: Webhook | undefined;
  onClose: () => void;
  onCreated: (secret: string) => void;
};

/**
 * The form's values and saving. `clientId` is the client of a new webhook, for users with access to all
 * clients.
 */
function useWebhookForm({ webhook, onClose, onCreated }: Props) {
  const { seesAllClients } = useUser();
  const [values, setValues] = useState(() => valuesOf(webhook ?? NEW));
  const { url, events } = values;
  const edit = useEditConflict(webhook ?? NEW, valuesOf, { values, setValues });
  const [clientId, setClientId] = useState<string | null>(null);
  const [problems, setProblems] = useState<Problems>({});
  const create = useSend(webhooks.create);
  const update = useSend(webhooks.update);
  const asksClient = seesAllClients && !webhook;

  const saved = () => {
    showSuccess('Webhook saved');
    onClose();
  };
  const save = async () => {
    const body = { url: url.trim(), events };
    if (webhook) {
      await update.mutateAsync({
        params: { id: webhook.id },
        body: { ...edit.changes, version: edit.version },
      });
      saved();
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
      const met = edit.meets(failure);
      if (met === 'saved') saved();
      if (met) return;
      const wrong = fieldMessages(failure)['url'];
      setProblems({ url: wrong });
      if (!wrong) showFailure(messageOf(failure, 'Please try again.'), 'Failed to save the webhook');
    }
  };
  return {
    values,
    edit,
    problems,
    asksClient,
    clientId,
    submit,
    setClientId,
    isBusy: create.isPending || update.isPending,
    change: (part: Partial<Values>) => setValues((old) => ({ ...old, ...part })),
  };
}

/**
 * The address of a webhook and its events. For users with access to all clients, a new one also has a client.
 */
export function WebhookDialog(props: Props) {
  const { webhook, onClose } = props;
  const { values, edit, problems, asksClient, change, ...form } = useWebhookForm(props);
  const title = webhook ? 'Edit Webhook' : 'Add Webhook';
  const notice = edit.notice({ url: 'Address', events: 'Events' }, words);
  return (
    <Dialog
      title={title}
      description="Your program at this address is told when something happens here."
      onClose={onClose}
      isDirty={() => edit.isDirty}
      isBusy={form.isBusy}
    >
      <form
        className={classes.form}
        onSubmit={(event) => void form.submit(event)}
        noValidate
        aria-label={title}
      >
        {notice && (
          <ConflictNotice title="Someone else has changed this webhook in the meantime" {...notice} />
        )}
        {asksClient && (
          <div className={classes.wide}>
            <ClientSelect
              value={form.clientId}
              onChange={form.setClientId}
              error={problems.client}
              required
            />
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
          value={values.url}
          error={problems.url}
          onChange={(event) => change({ url: event.currentTarget.value })}
        />
        <EventBoxes
          chosen={values.events}
          onChange={(events) => change({ events })}
          error={problems.events}
        />
        <div className={classes.actions}>
          <DialogCancel />
          <Button type="submit" loading={form.isBusy}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type EventBoxesProps = {
  chosen: readonly WebhookEvent[];
  onChange: (events: WebhookEvent[]) => void;
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
