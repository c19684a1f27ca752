import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import type { Lead } from '#shared/lead.ts';
import { leads } from '#shared/leads.ts';
import { useSend } from '#web/api/query.ts';
import { LeadFormFields } from '#web/features/leads/form/LeadFormFields.tsx';
import type { FieldNotice } from '#web/features/leads/form/LeadFormFields.tsx';
import {
  flat,
  initialValues,
  inputFields,
  nested,
  toNewLead,
  validate,
} from '#web/features/leads/form/lead-form-values.ts';
import { useFieldConfiguration } from '#web/leads/useFieldConfiguration.ts';
import { ZoneNote } from '#web/leads/ZoneNote.tsx';
import { useChosenTimeZone } from '#web/leads/useTimeZone.ts';
import { fieldMessages, messageOf } from '#web/lib/errors.ts';
import { focusFirstError } from '#web/lib/focus-first-error.ts';
import { useFirstField } from '#web/lib/useFirstField.ts';
import { ClientSelect } from '#web/pickers/ClientSelect.tsx';
import { useUser } from '#web/session/useSession.ts';
import classes from '#web/ui/Form.module.css';
import { showFailure, showSuccess } from '#web/ui/toast.ts';

const CREATED = 'Lead created successfully! The new lead has been added to your pipeline.';
const FAILED = 'Failed to create lead. Please check your input and try again.';
const NO_CLIENT = 'Select a client for this lead.';

type Props = {
  /** Shows a note below an input before the lead is created. */
  Notice: FieldNotice;
  onCreated: (lead: Lead) => void;
  onCancel?: () => void;
  /** Tells the popup around the form whether closing would lose typed text. */
  onDirty?: (isDirty: boolean) => void;
};

/** The form of a new lead, made from the field configuration. */
export function LeadForm({ Notice, onCreated, onCancel, onDirty }: Props) {
  const ref = useFirstField();
  const user = useUser();
  const [clientId, setClientId] = useState<string | null>(null);
  const { timeZone, isKnown } = useChosenTimeZone(clientId);
  const settings = useFieldConfiguration(clientId);
  const fields = inputFields(settings);
  const create = useSend(leads.create);
  const form = useForm({
    initialValues: nested(initialValues(settings, user)),
    validate: (values) => ({
      ...validate(fields, settings, flat(values)),
      ...(user.seesAllClients && !clientId && { clientId: NO_CLIENT }),
    }),
  });
  const isDirty = form.isDirty();
  useEffect(() => onDirty?.(isDirty), [isDirty, onDirty]);

  const submit = form.onSubmit(
    (values) =>
      create.mutate(
        { query: clientId ? { clientId } : {}, body: toNewLead(fields, settings, flat(values), timeZone) },
        {
          onSuccess: ({ data }) => {
            showSuccess(CREATED);
            onCreated(data);
          },
          onError: (error) => {
            form.setErrors(fieldMessages(error));
            showFailure(messageOf(error, ''), FAILED);
          },
        },
      ),
    () => focusFirstError(),
  );
  return (
    <form ref={ref} className={classes.form} onSubmit={submit} noValidate aria-label="New lead">
      {user.seesAllClients && (
        <div className={classes.wide}>
          <ClientSelect
            value={clientId}
            onChange={(id) => {
              setClientId(id);
              form.setFieldValue('assigned_to', '');
              form.setFieldValue('product_id', '');
              // A field of the same name is another field at another client.
              form.setFieldValue('custom', {});
              form.clearFieldError('clientId');
            }}
            error={form.errors['clientId'] as string | undefined}
            required
          />
          <ZoneNote timeZone={timeZone} />
        </div>
      )}
      <LeadFormFields
        Notice={Notice}
        fields={fields}
        settings={settings}
        values={flat(form.values)}
        errors={form.errors}
        onChange={(field, value) => form.setFieldValue(field, value)}
        clientId={clientId ?? undefined}
        assignee={{ value: user.id, label: `${user.firstName} ${user.lastName}` }}
      />
      <div className={classes.actions}>
        {onCancel && (
          <Button variant="default" onClick={onCancel} disabled={create.isPending}>
            Cancel
          </Button>
        )}
        <Button type="submit" loading={create.isPending} disabled={!isKnown}>
          Create Lead
        </Button>
      </div>
    </form>
  );
}
