import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  NOT_A_WEBHOOK_URL,
  NO_EVENT,
  WEBHOOK_EVENTS,
  isWebhookUrl,
  webhooks,
} from '#shared/company/webhooks.ts';
import type { Webhook, WebhookEvent } from '#shared/company/webhooks.ts';
import { useSend } from '#web/api/query.ts';
import own from '#web/features/webhooks/Webhooks.module.css';
import { useEditConflict } from '#web/lib/forms/useEditConflict.ts';
import type { FieldValue } from '#web/lib/forms/useEditConflict.ts';
import { ClientSelect } from '#web/pickers/ClientSelect.tsx';
import { useUser } from '#web/session/useSession.ts';
import { CheckBox } from '#web/ui/fields/CheckBox.tsx';
import { ConflictNotice } from '#web/ui/dialogs/ConflictNotice.tsx';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { useFormCall } from '#web/ui/dialogs/useFormCall.ts';
import classes from '#web/ui/fields/Form.module.css';
import { showSuccess } from '#web/ui/states/toast.ts';

const EVENTS = Object.entries(WEBHOOK_EVENTS) as [WebhookEvent, string][];

type Values = Pick<Webhook, 'url' | 'events'>;
const NEW: Values & { version?: string } = { url: '', events: [] };
const valuesOf = ({ url, events }: Values): Values => ({ url, events });
/** The text of a value: an address unchanged, events as their labels. */
const words = (_: string, value: FieldValue) =>
  Array.isArray(value)
    ? value.map((event) => WEBHOOK_EVENTS[event as WebhookEvent]).join(', ')
    : String(value);

type Props = {
  /** The webhook to edit; undefined for a new one. */
  webhook: Webhook | undefined;
  onClose: () => void;
  onCreated: (secret: string) => void;
};

/** The form's values and saving. `client` is chosen for a new webhook by users with access to all clients. */
function useWebhookForm({ webhook, onClose, onCreated }: Props) {
  const { seesAllClients } = useUser();
  const asksClient = seesAllClients && !webhook;
  const create = useSend(webhooks.create);
  const update = useSend(webhooks.update);
  const form = useForm({
    initialValues: { ...valuesOf(webhook ?? NEW), client: null as string | null },
    validate: ({ url, events, client }) => ({
      url: isWebhookUrl(url.trim()) ? null : NOT_A_WEBHOOK_URL,
      events: events.length === 0 ? NO_EVENT : null,
      client: asksClient && !client ? 'Please select a client' : null,
    }),
  });
  const edit = useEditConflict<typeof NEW, Values>(webhook ?? NEW, valuesOf, form);
  const call = useFormCall(form, {
    edit,
    send: async ({ url, events, client }) => {
      if (webhook) {
        const body = { ...edit.changes, version: edit.version };
        await update.mutateAsync({ params: { id: webhook.id }, body });
        return undefined;
      }
      const query = client ? { clientId: client } : {};
      const { data } = await create.mutateAsync({ query, body: { url: url.trim(), events } });
      return data.secret;
    },
    done: (secret) => {
      if (secret !== undefined) return onCreated(secret);
      showSuccess('Webhook saved');
      onClose();
    },
    failed: 'Failed to save the webhook',
    isSaidOnce: true,
  });
  return { form, edit, call, asksClient };
}

/**
 * The address of a webhook and its events. For users with access to all clients, a new one also has a client.
 */
export function WebhookDialog(props: Props) {
  const { webhook, onClose } = props;
  const { form, edit, call, asksClient } = useWebhookForm(props);
  const title = webhook ? 'Edit Webhook' : 'Add Webhook';
  const notice = edit.notice({ url: 'Address', events: 'Events' }, words);
  return (
    <FormDialog
      {...call}
      title={title}
      description="LMS sends a message to this address when something happens here."
      onClose={onClose}
      save="Save"
    >
      {notice && <ConflictNotice title="Someone else has changed this webhook in the meantime" {...notice} />}
      {asksClient && (
        <div className={classes.wide}>
          <ClientSelect
            value={form.values.client}
            onChange={(id) => form.setFieldValue('client', id)}
            error={form.errors['client'] as string | undefined}
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
        {...form.getInputProps('url')}
      />
      <EventBoxes value={form.values.events} {...form.getInputProps('events')} />
    </FormDialog>
  );
}

type EventBoxesProps = {
  value: readonly WebhookEvent[];
  onChange: (events: WebhookEvent[]) => void;
  error?: string;
};

function EventBoxes({ value: chosen, onChange, error }: EventBoxesProps) {
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
