import { Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRef } from 'react';
import { foldTitle } from '#shared/fields/lead-fields.ts';
import {
  CHANNELS,
  CHANNEL_LABELS,
  MAX_BODY,
  MAX_SUBJECT,
  MAX_TEMPLATE_NAME,
  NewTemplate,
  messageTemplates,
} from '#shared/leads/message-templates.ts';
import type { Channel, MessageTemplate } from '#shared/leads/message-templates.ts';
import { unknownPlaceholder } from '#shared/values/placeholders.ts';
import { useSend } from '#web/api/query.ts';
import { TemplatePreview } from '#web/features/message-templates/TemplatePreview.tsx';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';
import { meaningsIn } from '#web/leads/messages/lead-words.ts';
import { useFieldConfiguration } from '#web/leads/fields/useFieldConfiguration.ts';
import { useEditConflict } from '#web/lib/forms/useEditConflict.ts';
import type { FieldValue } from '#web/lib/forms/useEditConflict.ts';
import { problemsIn } from '#web/lib/forms/problems-in.ts';
import { useCan } from '#web/session/useCan.ts';
import { Choices } from '#web/ui/fields/Choices.tsx';
import { ConflictNotice } from '#web/ui/dialogs/ConflictNotice.tsx';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { useFormCall } from '#web/ui/dialogs/useFormCall.ts';
import classes from '#web/ui/fields/Form.module.css';
import { ShareBox } from '#web/ui/fields/ShareBox.tsx';
import { showSuccess } from '#web/ui/states/toast.ts';
import { GrowingTextarea } from '#web/ui/fields/GrowingTextarea.tsx';

const BESIDES = [
  { value: '{first name}', label: 'First name of the lead' },
  { value: '{me}', label: 'My name' },
  { value: '{company}', label: 'My company' },
];

/**
 * The placeholders on offer: the usual ones, then the client's shown fields, each by a name that the text
 * understands.
 */
function placeholderChoices(fields: FieldSettings): { value: string; label: string }[] {
  const meanings = meaningsIn(fields);
  const shown = fields.all
    .filter((key) => fields.isShown(key))
    .map((key) => {
      const title = fields.title(key).replaceAll(/[{}|]/g, '');
      const isOwn = meanings.get(foldTitle(title)) === key;
      const name = isOwn ? title.toLowerCase() : key.replaceAll('_', ' ');
      return { value: `{${name}}`, label: fields.title(key) };
    });
  return [...BESIDES, ...shown];
}

type Props = {
  /** Absent for a new template. */
  template: MessageTemplate | undefined;
  clientId: string | undefined;
  onClose: () => void;
};

type Values = Pick<MessageTemplate, 'channel' | 'name' | 'subject' | 'body' | 'is_shared'>;
const NEW: Values & { version?: string } = {
  channel: 'whatsapp',
  name: '',
  subject: '',
  body: '',
  is_shared: false,
};
const valuesOf = ({ channel, name, subject, body, is_shared }: Values): Values => ({
  channel,
  name,
  subject,
  body,
  is_shared,
});
const TITLES = { channel: 'For', name: 'Name', subject: 'Subject', body: 'Text', is_shared: 'Shared' };
const words = (field: string, value: FieldValue) => {
  if (field === 'is_shared') return value ? 'Yes' : 'No';
  return CHANNEL_LABELS[value as Channel] ?? (String(value) || 'empty');
};

const CHANNEL_CHOICES = CHANNELS.map((value) => ({ value, label: CHANNEL_LABELS[value] }));

/** A template, with a preview for an existing lead. */
export function TemplateDialog({ template, clientId, onClose }: Props) {
  const mayShare = useCan('messages.share_templates');
  const fields = useFieldConfiguration(clientId);
  const { form, call, edit } = useTemplateForm({ template, clientId, onClose }, fields);
  const title = template ? 'Edit Template' : 'Add Template';
  const { channel } = form.values;
  const notice = edit.notice(TITLES, words);
  return (
    <FormDialog {...call} title={title} save="Save Template" onClose={onClose}>
      {notice && (
        <ConflictNotice title="Someone else has changed this template in the meantime" {...notice} />
      )}
      <div className={classes.wide}>
        <Choices
          title="For"
          choices={CHANNEL_CHOICES}
          value={channel}
          onChange={(value) => form.setFieldValue('channel', value as Channel)}
        />
      </div>
      <TextInput
        className={classes.wide}
        label="Name"
        description="Shown in the template list and the timeline."
        data-autofocus
        required
        dir="auto"
        maxLength={MAX_TEMPLATE_NAME}
        {...form.getInputProps('name')}
      />
      {channel === 'email' && (
        <TextInput
          className={classes.wide}
          label="Subject"
          dir="auto"
          maxLength={MAX_SUBJECT}
          {...form.getInputProps('subject')}
        />
      )}
      <BodyField form={form} fields={fields} />
      <TemplatePreview
        className={classes.wide}
        clientId={clientId}
        subject={channel === 'email' ? form.values.subject : ''}
        body={form.values.body}
      />
      {mayShare && (
        <ShareBox
          checked={form.values.is_shared}
          onChange={(isShared) => form.setFieldValue('is_shared', isShared)}
        />
      )}
    </FormDialog>
  );
}

type BodyProps = { form: ReturnType<typeof useTemplateForm>['form']; fields: FieldSettings };

/** The text, and a menu that inserts a placeholder at the cursor. */
function BodyField({ form, fields }: BodyProps) {
  const body = useRef<HTMLTextAreaElement>(null);
  const insert = (placeholder: string) => {
    const input = body.current;
    const text = form.values.body;
    const [from, to] = [input?.selectionStart ?? text.length, input?.selectionEnd ?? text.length];
    form.setFieldValue('body', text.slice(0, from) + placeholder + text.slice(to));
    requestAnimationFrame(() => {
      input?.focus();
      input?.setSelectionRange(from + placeholder.length, from + placeholder.length);
    });
  };
  return (
    <>
      <GrowingTextarea
        ref={body}
        className={classes.wide}
        label="Text"
        description="{product|our products} becomes the lead’s product, or the words after “|” if there is none."
        required
        dir="auto"
        minRows={4}
        maxRows={12}
        maxLength={MAX_BODY}
        {...form.getInputProps('body')}
      />
      <Select
        className={classes.wide}
        aria-label="Insert a placeholder"
        placeholder="Insert a placeholder"
        searchable
        data={placeholderChoices(fields)}
        value={null}
        onChange={(placeholder) => placeholder && insert(placeholder)}
      />
    </>
  );
}

/** The values of a template, their validation, and saving. */
function useTemplateForm({ template, clientId, onClose }: Props, fields: FieldSettings) {
  const create = useSend(messageTemplates.create);
  const update = useSend(messageTemplates.update);
  const query = clientId ? { clientId } : {};
  const form = useForm({
    initialValues: valuesOf(template ?? NEW),
    validate: (values) => {
      const meanings = meaningsIn(fields);
      return {
        subject: values.channel === 'email' ? unknownPlaceholder(values.subject, meanings) : undefined,
        body: unknownPlaceholder(values.body, meanings),
        ...problemsIn(NewTemplate.safeParse(values)),
      };
    },
  });
  const edit = useEditConflict(template ?? NEW, valuesOf, form);
  const call = useFormCall(form, {
    edit,
    send: async (body) => {
      const changes = { ...edit.changes, version: edit.version };
      if (template) await update.mutateAsync({ params: { id: template.id }, query, body: changes });
      else await create.mutateAsync({ query, body });
    },
    done: () => {
      showSuccess('Template saved');
      onClose();
    },
    failed: 'Failed to save the template',
  });
  return { form, call, edit };
}
